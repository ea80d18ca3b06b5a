import CFB from 'cfb';

/** A module of a VBA project. `isOfDocument`: it belongs to the document, the workbook, or a sheet. */
export interface VbaModule {
  readonly name: string;
  readonly isOfDocument: boolean;
  readonly source: string;
}

type Streams = Record<string, Buffer>;

/**
 * The streams of a project as Office stores it, by their paths below the project's own storage ([MS-OVBA]
 * 2.2).
 */
export function vbaStreams(modules: readonly VbaModule[]): Streams {
  const sources = modules.map(({ name, isOfDocument, source }) => {
    // The document's own module is marked in its text too.
    const attributes = [`VB_Name = "${name}"`, ...(isOfDocument ? ['VB_PredeclaredId = True'] : [])];
    const text = [...attributes.map((attribute) => `Attribute ${attribute}`), source, ''].join('\r\n');
    return [`VBA/${name}`, compressed(Buffer.from(text, 'latin1'))] as const;
  });
  return {
    PROJECT: Buffer.from(
      modules
        .map(({ name, isOfDocument }) => (isOfDocument ? `Document=${name}/&H00000000` : `Module=${name}`))
        .concat('Name="VBAProject"', '')
        .join('\r\n'),
    ),
    'VBA/_VBA_PROJECT': Buffer.from('cc61ffff000000', 'hex'),
    'VBA/dir': compressed(directory(modules)),
    ...Object.fromEntries(sources),
  };
}

/** `vbaProject.bin`, as Office stores it in packages since 2007. */
export function vbaProject(modules: readonly VbaModule[]): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [path, content] of Object.entries(vbaStreams(modules)))
    CFB.utils.cfb_add(file, `/${path}`, content);
  return CFB.write(file, { type: 'buffer' }) as Buffer;
}

/** [MS-OVBA] 2.3.4.2: records of an id, a length, and content. */
function directory(modules: readonly VbaModule[]): Buffer {
  const number = (value: number, bytes = 4) => {
    const content = Buffer.alloc(bytes);
    content.writeUIntLE(value, 0, bytes);
    return content;
  };
  const record = (id: number, content = Buffer.alloc(0)) =>
    Buffer.concat([number(id, 2), number(content.length), content]);
  const twice = (id: number, unicodeId: number, text: string) =>
    Buffer.concat([record(id, Buffer.from(text, 'latin1')), record(unicodeId, Buffer.from(text, 'utf16le'))]);
  return Buffer.concat([
    record(1, number(1)),
    record(2, number(0x409)),
    record(0x14, number(0x409)),
    record(3, number(1252, 2)),
    record(4, Buffer.from('VBAProject')),
    twice(5, 0x40, ''),
    twice(6, 0x3d, ''),
    record(7, number(0)),
    record(8, number(0)),
    // The version record announces 4 bytes and has 6.
    number(9, 2),
    number(4),
    number(1),
    number(1, 2),
    twice(0xc, 0x3c, ''),
    record(0xf, number(modules.length, 2)),
    record(0x13, number(0xffff, 2)),
    ...modules.flatMap(({ name, isOfDocument }) => [
      twice(0x19, 0x47, name),
      twice(0x1a, 0x32, name),
      twice(0x1c, 0x48, ''),
      record(0x31, number(0)),
      record(0x1e, number(0)),
      record(0x2c, number(0xffff, 2)),
      record(isOfDocument ? 0x22 : 0x21),
      record(0x2b),
    ]),
    record(0x10),
  ]);
}

/**
 * [MS-OVBA] 2.4.1, with literals alone: chunks of at most 4096 bytes, with one byte of flags before each
 * eight literals.
 */
function compressed(content: Buffer): Buffer {
  const pieces = [Buffer.from([1])];
  for (let at = 0; at < content.length; at += chunkBytes) {
    const literals = content.subarray(at, at + chunkBytes);
    const tokens: Buffer[] = [];
    for (let eight = 0; eight < literals.length; eight += 8)
      tokens.push(Buffer.from([0]), literals.subarray(eight, eight + 8));
    const body = Buffer.concat(tokens);
    const header = Buffer.alloc(2);
    header.writeUInt16LE(0xb000 | (body.length - 1));
    pieces.push(header, body);
  }
  return Buffer.concat(pieces);
}

/** Small enough that the flags, one eighth more, still fit into a chunk. */
const chunkBytes = 3_600;
