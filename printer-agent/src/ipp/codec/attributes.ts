import type { Attribute, Group, Message, Value } from './message.js';
import { valueTag } from './tags.js';

/** Builds the attributes of requests. */
export const write = {
  charset: (name: string, text: string) => textAttribute(valueTag.charset, name, text),
  naturalLanguage: (name: string, text: string) => textAttribute(valueTag.naturalLanguage, name, text),
  uri: (name: string, text: string) => textAttribute(valueTag.uri, name, text),
  name: (name: string, text: string) => textAttribute(valueTag.nameWithoutLanguage, name, text),
  keyword: (name: string, ...words: string[]) => textAttribute(valueTag.keyword, name, ...words),
  mediaType: (name: string, text: string) => textAttribute(valueTag.mimeMediaType, name, text),
  integer: (name: string, value: number): Attribute => ({
    name,
    values: [{ kind: 'integer', tag: valueTag.integer, value }],
  }),
  boolean: (name: string, value: boolean): Attribute => ({
    name,
    values: [{ kind: 'boolean', tag: valueTag.boolean, value }],
  }),
};

function textAttribute(tag: number, name: string, ...texts: string[]): Attribute {
  return { name, values: texts.map((text) => ({ kind: 'text', tag, text })) };
}

/** The groups of one kind, in order. A Get-Jobs reply has one `job` group for each job. */
export function groupsOf(message: Message, tag: number): Group[] {
  return message.groups.filter((group) => group.tag === tag);
}

/**
 * An attribute's values; empty when it is absent. If a printer repeats an attribute, the first one counts.
 */
export function valuesOf(group: Group, name: string): readonly Value[] {
  return group.attributes.find((attribute) => attribute.name === name)?.values ?? [];
}

/** The character strings of an attribute, with or without a language. */
export function textsOf(group: Group, name: string): string[] {
  return valuesOf(group, name).flatMap((value) =>
    value.kind === 'text' || value.kind === 'text-with-language' ? [value.text] : [],
  );
}

export function integersOf(group: Group, name: string): number[] {
  return valuesOf(group, name).flatMap((value) => (value.kind === 'integer' ? [value.value] : []));
}

export function booleanOf(group: Group, name: string): boolean | undefined {
  const [value] = valuesOf(group, name);
  return value?.kind === 'boolean' ? value.value : undefined;
}
