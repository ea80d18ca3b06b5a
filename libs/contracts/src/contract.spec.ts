import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { agentAnswers, agentFrame, agentRequests, coreFrame } from './agent/gateway.js';
import { panelAction, panelView } from './agent/panel.js';
import { events } from './events/events.js';
import { liveNews, news } from './events/news.js';
import type { Call } from './http/call.js';
import { allCalls } from './http/calls.js';
import { jobReasons } from './printing/job-reasons.js';

type Schema = z.core.JSONSchema.BaseSchema;

/** One line for each field of a schema: its path, with `?` if optional, and the values that it accepts. */
function fieldsOf(path: string, schema: Schema): string[] {
  const { type, properties = {}, required = [], items, prefixItems = [], anyOf, oneOf, ...own } = schema;
  delete own.$schema;
  // Zod adds a pattern to each format, and limits to each whole number. They are not recorded.
  if (own.format !== undefined) delete own.pattern;
  if (own.minimum === Number.MIN_SAFE_INTEGER) delete own.minimum;
  if (own.maximum === Number.MAX_SAFE_INTEGER) delete own.maximum;
  const inner: [string, unknown][] = [
    ...Object.entries(properties).map(([name, field]): [string, unknown] => [
      `.${name}${required.includes(name) ? '' : '?'}`,
      field,
    ]),
    ...(items === undefined ? [] : [['[]', items] as [string, unknown]]),
    ...prefixItems.map((item, at): [string, unknown] => [`[${at}]`, item]),
    ...(anyOf ?? oneOf ?? []).map((each, at): [string, unknown] => [`|${at + 1}`, each]),
  ];
  return [
    `${path} ${JSON.stringify({ type, ...own })}`,
    ...inner.flatMap(([below, each]) => fieldsOf(`${path}${below}`, each as Schema)),
  ];
}

function linesOf(path: string, schema: unknown, io: 'input' | 'output'): string[] {
  if (schema === undefined) return [];
  if (!(schema instanceof z.ZodType)) return [`${path} ${JSON.stringify(schema)}`];
  return fieldsOf(path, z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
}

const all = (name: string, schemas: Readonly<Record<string, unknown>>, io: 'input' | 'output') =>
  Object.entries(schemas).flatMap(([key, schema]) => linesOf(`${name} ${key}`, schema, io));

const records: Record<string, () => string[]> = {
  calls: () =>
    allCalls.flatMap(
      ({ name, summary: _s, example: _e, request, answer, ...call }: Call & { name: string }) => [
        `${name} ${JSON.stringify(call)}`,
        ...linesOf(`${name} request`, request, 'input'),
        ...linesOf(`${name} answer`, answer, 'output'),
      ],
    ),
  gateway: () => [
    ...all('frame of', { agent: agentFrame, core: coreFrame }, 'input'),
    ...all('request', agentRequests, 'input'),
    ...all('answer', agentAnswers, 'input'),
  ],
  panel: () => all('panel', { view: panelView, action: panelAction }, 'input'),
  events: () => [
    ...all('fact', events, 'input'),
    ...all('news', news, 'input'),
    ...linesOf('live', liveNews, 'input'),
  ],
  reasons: () =>
    Object.entries(jobReasons).map(([name, { sentence: _s, remedy: _r, forStaff: _t, ...reason }]) =>
      [name, JSON.stringify(reason)].join(' '),
    ),
};

/**
 * The records are in `libs/contracts/expected`. After a wanted change, delete those that differ: the next run
 * writes them anew, and fails, because their changes have to be read.
 */
test.each(Object.keys(records))(
  'the fields of the contract "%s" are those of its checked-in record',
  (name) => {
    const file = join(import.meta.dirname, '../expected', `${name}.txt`);
    const record = `${records[name]!().join('\n')}\n`;
    if (!existsSync(file)) {
      writeFileSync(file, record);
      throw new Error(`Read the changes of ${file} before you commit it`);
    }
    expect(record).toBe(readFileSync(file, 'utf8'));
  },
);
