import { isIPv6 } from 'node:net';

type Value = string | { [name: string]: Value };
type Entry = { node: number } | { data: number } | undefined;

/**
 * A small database in the MaxMind DB format, version 2.0 (https://maxmind.github.io/MaxMind-DB): an IPv6
 * search tree with 24-bit records, in which IPv4 lies below ::/96.
 */
export function mmdbOf(records: Readonly<Record<string, Value>>): Buffer {
  const nodes: [Entry, Entry][] = [[undefined, undefined]];
  const values: Buffer[] = [];
  let size = 0;
  for (const [network, value] of Object.entries(records)) {
    const bits = bitsOf(network);
    let at = 0;
    for (const [index, bit] of bits.entries()) {
      const node = nodes[at]!;
      if (index === bits.length - 1) {
        node[bit] = { data: size };
        break;
      }
      const next = node[bit];
      if (next && 'node' in next) {
        at = next.node;
      } else {
        at = nodes.push([undefined, undefined]) - 1;
        node[bit] = { node: at };
      }
    }
    const encoded = encode(value);
    values.push(encoded);
    size += encoded.length;
  }
  const tree = Buffer.alloc(nodes.length * 6);
  nodes.flat().forEach((entry, index) => tree.writeUIntBE(numberOf(entry, nodes.length), index * 3, 3));
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    ...values,
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    metadata(nodes.length),
  ]);
}

function numberOf(entry: Entry, nodeCount: number): number {
  if (!entry) return nodeCount;
  return 'node' in entry ? entry.node : nodeCount + 16 + entry.data;
}

/** The bits of a network such as `81.2.69.0/24`. */
function bitsOf(network: string): (0 | 1)[] {
  const [address = '', length = ''] = network.split('/');
  const bytes = isIPv6(address)
    ? bytesOf(address)
    : [...Array<number>(12).fill(0), ...address.split('.').map(Number)];
  const count = Number(length) + (isIPv6(address) ? 0 : 96);
  const bits = bytes.flatMap((byte) =>
    Array.from({ length: 8 }, (_, index) => ((byte >> (7 - index)) & 1) as 0 | 1),
  );
  return bits.slice(0, count);
}

/** The bytes of an IPv6 address that ends in `::`. */
function bytesOf(address: string): number[] {
  const groups = address
    .replace(/::$/, '')
    .split(':')
    .map((group) => Number.parseInt(group, 16));
  const all = [...groups, ...Array<number>(8 - groups.length).fill(0)];
  return all.flatMap((group) => [group >> 8, group & 0xff]);
}

const kinds = { text: 2, uint16: 5, uint32: 6, map: 7, uint64: 9, list: 11 };

function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([head(kinds.text, Buffer.byteLength(value)), Buffer.from(value)]);
  const pairs = Object.entries(value);
  return Buffer.concat([
    head(kinds.map, pairs.length),
    ...pairs.flatMap(([name, one]) => [encode(name), encode(one)]),
  ]);
}

/** The control byte. Types above 7 need a second byte. Sizes here are below 285. */
function head(kind: number, size: number): Buffer {
  const first = Math.min(size, 29) | (kind > 7 ? 0 : kind << 5);
  return Buffer.from([first, ...(kind > 7 ? [kind - 7] : []), ...(size < 29 ? [] : [size - 29])]);
}

function uint(kind: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  const first = bytes.findIndex((byte) => byte > 0);
  const short = first < 0 ? Buffer.alloc(0) : bytes.subarray(first);
  return Buffer.concat([head(kind, short.length), short]);
}

function metadata(nodeCount: number): Buffer {
  const rows: [string, Buffer][] = [
    ['binary_format_major_version', uint(kinds.uint16, 2)],
    ['binary_format_minor_version', uint(kinds.uint16, 0)],
    ['build_epoch', uint(kinds.uint64, 1_790_000_000)],
    ['database_type', encode('Cities-of-a-test')],
    ['description', encode({ en: 'Cities of a test' })],
    ['ip_version', uint(kinds.uint16, 6)],
    ['languages', Buffer.concat([head(kinds.list, 1), encode('en')])],
    ['node_count', uint(kinds.uint32, nodeCount)],
    ['record_size', uint(kinds.uint16, 24)],
  ];
  return Buffer.concat([
    head(kinds.map, rows.length),
    ...rows.flatMap(([name, value]) => [encode(name), value]),
  ]);
}
