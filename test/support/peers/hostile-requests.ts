import { fieldsInPath, type Call } from '@sixpence/contracts/http/call';
import type { RefusalCode } from '@sixpence/contracts/refusals';
import { z } from 'zod';

/** One request that a program might send, by mistake or with intent. */
export interface HostileRequest {
  /** The odd field or part, and how it is odd. */
  title: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** Core's possible refusals before it checks the session. */
  before: readonly RefusalCode[];
  /** Whether the request fits the call's contract. */
  fits: boolean;
}

/** A value as JSON text, so that tests can send values that JavaScript cannot express. */
const hostileValues: readonly (readonly [title: string, json: string])[] = [
  ['NUL', '"a\\u0000b"'],
  ['NUL in an address', '"a\\u0000@example.com"'],
  ['an array for a text', '["a"]'],
  ['an object for a text', '{"a":"b"}'],
  ['a thousand nested arrays', '['.repeat(1_000) + ']'.repeat(1_000)],
  ['nothing', 'null'],
  ['a boolean', 'true'],
  ['1e400', '1e400'],
  ['-0', '-0'],
  ['more than a number holds', '9007199254740993'],
  ['more than a column holds', '2147483648'],
  ['a fraction', '0.1'],
  ['half of a character', '"\\ud800"'],
  ['CR and LF', '"a\\r\\nSet-Cookie: b=c"'],
  ['right to left', '"\\u202egpj.exe"'],
  ['a very long text', `"${'a'.repeat(100_000)}"`],
  ['a very long address', `"a@${'.'.repeat(100_000)} "`],
  ['__proto__ as a text', '"__proto__"'],
  ['constructor as a text', '"constructor"'],
  ['SQL', `"'; DROP TABLE users; --"`],
  ['a path', '"../../../../etc/passwd"'],
  ['a page', '"<script>alert(1)</script>"'],
  ['a format', '"%s%n%00%0d%0a${7*7}{{7*7}}"'],
];

const json = { 'content-type': 'application/json' };

/** Odd whole bodies, with their possible refusals. Core accepts some of them. */
const hostileBodies: readonly (readonly [
  string,
  string | Uint8Array<ArrayBuffer>,
  readonly RefusalCode[],
  object?,
])[] = [
  ['a list', '[]', []],
  ['nothing', 'null', []],
  ['a text', '"text"', []],
  ['a number', '1', []],
  ['no body', '', []],
  ['half of an object', '{"a":', ['request.invalid']],
  ['no JSON', 'a=b', ['request.invalid']],
  ['bytes that are no text', Uint8Array.of(0x7b, 0xff, 0xfe, 0x00, 0x7d), ['request.invalid']],
  ['a poisoned prototype', '{"__proto__":{"admin":true}}', ['request.invalid']],
  ['a poisoned constructor', '{"constructor":{"prototype":{"a":1}}}', ['request.invalid']],
  ['a megabyte', JSON.stringify({ a: 'b'.repeat(2 ** 20) }), ['request.too-large']],
  ['deep nesting', '['.repeat(50_000) + ']'.repeat(50_000), []],
  ['a form', 'a=b', ['request.media-type'], { 'content-type': 'application/x-www-form-urlencoded' }],
  ['plain text', '{}', ['request.media-type'], { 'content-type': 'text/plain' }],
  ['parts', '--a--', ['request.media-type'], { 'content-type': 'multipart/form-data; boundary=a' }],
];

/**
 * Every request for a call: its example, boundary values of its contract, and the generally hostile values.
 */
export function* hostileRequests(call: Call, example: Record<string, unknown>): Generator<HostileRequest> {
  if (call.redirectsTo) {
    yield* hostileRedirects(call);
    return;
  }
  yield requestFor(
    call,
    'the example',
    Object.entries(example).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  for (const name of Object.keys(example)) {
    const others = Object.entries(example).filter(([other]) => other !== name);
    const rest = others.map(([other, value]) => [other, JSON.stringify(value)] as const);
    if (!fieldsInPath(call.path).includes(name)) yield requestFor(call, `no ${name}`, rest);
    for (const [title, value] of [...boundaryValues(call, name), ...hostileValues]) {
      yield requestFor(call, `${name}: ${title}`, [...rest, [name, value]]);
    }
    if (call.method === 'GET') {
      const twice = JSON.stringify(example[name]);
      yield requestFor(call, `${name} twice`, [...rest, [name, twice], [name, twice]]);
    }
  }
  if (call.method === 'POST') yield* hostileBodies.map((body) => withBody(call, body));
  yield requestFor(call, 'unknown fields', [
    ...Object.entries(example).map(([name, value]) => [name, JSON.stringify(value)] as const),
    ['admin', 'true'],
    ['userId', '"1"'],
  ]);
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/**
 * The browser comes back from another web site, such as an identity provider: by a link, or by a form. Any
 * field may be odd; core still redirects to a page.
 */
function* hostileRedirects(call: Call): Generator<HostileRequest> {
  const isLink = call.method === 'GET';
  const redirectFor = (
    title: string,
    fields: string,
    before: readonly RefusalCode[] = [],
  ): HostileRequest => ({
    title,
    url: isLink ? `${call.path}?${fields}` : call.path,
    headers: isLink ? {} : form,
    ...(!isLink && { body: fields }),
    before,
    fits: before.length === 0,
  });
  yield redirectFor('nothing', '');
  for (const name of ['state', 'code', 'error', 'iss', 'unknown']) {
    for (const [title, value] of hostileValues)
      yield redirectFor(`${name}: ${title}`, `${name}=${encodedForUrl(value)}`);
    yield redirectFor(`${name} twice`, `${name}=a&${name}=b`, isLink ? [] : ['request.invalid']);
  }
  if (isLink) return;
  yield redirectFor('a poisoned prototype', '__proto__=a', ['request.invalid']);
  yield redirectFor('a megabyte', `state=${'a'.repeat(2 ** 20)}`, ['request.too-large']);
  const others = hostileBodies.filter(([title, body]) => title !== 'a form' && body !== '');
  for (const [title, body, , headers] of others) {
    const wrongType = { ...json, ...headers };
    yield { ...redirectFor(title, '', ['request.media-type']), headers: wrongType, body };
  }
}

type Field = readonly [name: string, json: string];

function requestFor(call: Call, title: string, fields: readonly Field[]): HostileRequest {
  const inPath = fieldsInPath(call.path);
  const { url, odd } = pathWith(call, fields);
  const before: readonly RefusalCode[] = odd ? ['request.invalid', 'route.unknown'] : [];
  const inQueryOrBody = fields.filter(([name]) => !inPath.includes(name));
  if (call.method === 'GET') {
    const query = inQueryOrBody.map(([name, value]) => `${name}=${encodedForUrl(value)}`).join('&');
    const names = inQueryOrBody.map(([name]) => name);
    const isTwice = new Set(names).size < names.length;
    const fits = !isTwice && fitsContract(call, objectOf(fields));
    return { title, url: query === '' ? url : `${url}?${query}`, headers: {}, before, fits };
  }
  if (call.body === 'file') {
    const headers = { 'content-type': 'application/pdf' };
    return { title, url, headers, body: '%PDF-1.7', before, fits: fitsContract(call, objectOf(fields)) };
  }
  const body = `{${inQueryOrBody.map(([name, value]) => `"${name}":${value}`).join(',')}}`;
  const inUrl = objectOf(fields.filter(([name]) => inPath.includes(name)));
  const fits = fitsContract(call, { ...(JSON.parse(body) as object), ...inUrl });
  return { title, url, headers: json, body, before, fits };
}

function withBody(
  call: Call,
  [title, body, before, headers]: (typeof hostileBodies)[number],
): HostileRequest {
  const isRead = before.length === 0 && typeof body === 'string' && body !== '';
  return {
    title: `a body of ${title}`,
    url: call.path,
    headers: { ...json, ...headers },
    ...(body !== '' && { body }),
    before,
    fits: before.length === 0 && fitsContract(call, isRead ? JSON.parse(body) : undefined),
  };
}

function fitsContract(call: Call, value: unknown): boolean {
  return call.request === undefined || call.request.safeParse(value).success;
}

function pathWith({ path }: Call, fields: readonly Field[]): { url: string; odd: boolean } {
  let odd = false;
  const url = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodedForUrl(fields.find(([field]) => field === name)?.[1] ?? '""');
    // Values that the router matches to another route or to none, or cannot decode.
    odd ||= value === '' || value.length > 2_000 || value === halfACharacter;
    return value;
  });
  return { url, odd };
}

/** The fields of a URL as an object, in which each field is a text. */
function objectOf(fields: readonly Field[]): object {
  return Object.fromEntries(fields.map(([name, value]) => [name, asText(value)]));
}

function asText(value: string): string {
  const parsed: unknown = JSON.parse(value);
  return typeof parsed === 'string' ? parsed : value;
}

/** The bytes of half a surrogate pair, as careless programs send them. They are no valid UTF-8. */
const halfACharacter = '%ED%A0%80';

function encodedForUrl(value: string): string {
  const text = asText(value).slice(0, 5_000);
  return /\p{Cs}/u.test(text) ? halfACharacter : encodeURIComponent(text);
}

interface FieldSchema extends z.core.JSONSchema.BaseSchema {
  items?: FieldSchema;
}

/** The last value that a field's own contract allows, and the first that it refuses. */
function boundaryValues(call: Call, name: string): [string, string][] {
  if (!call.request) return [];
  const schema = z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any' });
  return boundariesOf((schema.properties?.[name] ?? {}) as FieldSchema).map((value) => {
    const text = JSON.stringify(value);
    return [text.length > 40 ? `${text.slice(0, 20)}… of ${text.length}` : text, text];
  });
}

function boundariesOf(schema: FieldSchema): unknown[] {
  if (schema.enum) return [...schema.enum, ...schema.enum.map((word) => String(word).toLowerCase())];
  if (schema.type === 'integer') {
    const { minimum = 0, maximum = 0 } = schema;
    return [minimum - 1, minimum, maximum, maximum + 1];
  }
  if (schema.type === 'array') {
    const one = schema.items?.type === 'integer' ? 1 : { orderId: '00000000-0000-4000-8000-000000000000' };
    const most = schema.maxItems ?? 1_000;
    return [[], Array(most).fill(one), Array(most + 1).fill(one), [one, one]];
  }
  if (schema.format === 'uuid') {
    return ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff', 'x'];
  }
  const { minLength = 0, maxLength = 255 } = schema;
  return [
    'a'.repeat(Math.max(0, minLength - 1)),
    'a'.repeat(minLength),
    'a'.repeat(maxLength),
    'a'.repeat(maxLength + 1),
  ];
}
