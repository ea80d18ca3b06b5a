/** A form's values by name. Names such as `metadata[purpose]=…`, `expand[]=…`, or `expand[0]=…` nest them. */
export interface Fields {
  [name: string]: string | Fields;
}

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);
const mostDepth = 6;

/** Reads a form-encoded body or query. */
export function readForm(text: string): Fields {
  const fields: Fields = {};
  for (const [key, value] of new URLSearchParams(text)) place(fields, pathOf(key), value);
  return fields;
}

function pathOf(key: string): string[] {
  const [head = '', ...rest] = key.split('[');
  return [head, ...rest.map((part) => part.replace(/\]$/, ''))];
}

function place(fields: Fields, [name = '', ...rest]: string[], value: string): void {
  if (forbidden.has(name) || rest.length > mostDepth) return;
  const at = name === '' ? String(Object.keys(fields).length) : name;
  if (rest.length === 0) {
    fields[at] = value;
    return;
  }
  const inner = fields[at];
  const below = typeof inner === 'object' ? inner : {};
  fields[at] = below;
  place(below, rest, value);
}
