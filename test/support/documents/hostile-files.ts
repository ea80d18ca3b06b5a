import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { checkout } from '@sixpence/sandbox/checkout';
import { strToU8, unzipSync, zipSync, type Zippable } from 'fflate';

const fixtures = join(checkout, 'test/fixtures/documents');

export function fixture(name: string): Buffer {
  return readFileSync(join(fixtures, name));
}

/** The package `from`, a fixture's name or bytes, with some texts changed and some parts added. */
export function withParts(
  from: string | Buffer,
  change: (parts: Record<string, string>) => Record<string, string>,
  more: Record<string, Uint8Array> = {},
): Buffer {
  const parts = { ...unzipSync(typeof from === 'string' ? fixture(from) : from), ...more };
  const texts = Object.fromEntries(
    Object.keys(parts)
      .filter((part) => /\.(xml|rels)$/.test(part))
      .map((part) => [part, Buffer.from(parts[part]!).toString()]),
  );
  const changed = Object.entries(change(texts)).map(([part, text]) => [part, strToU8(text)] as const);
  // OpenDocument requires its type first and uncompressed.
  const { mimetype, ...rest } = { ...parts, ...Object.fromEntries(changed) };
  const files: Zippable = mimetype ? { mimetype: [mimetype, { level: 0 }], ...rest } : rest;
  return Buffer.from(zipSync(files));
}

/** A file of some hundred kilobytes that unpacks to more than the limit. */
export function zipBomb(): Buffer {
  const parts = unzipSync(fixture('document.docx'));
  const nothing = new Uint8Array(20 * 1024 * 1024);
  const bombs = Object.fromEntries(
    Array.from({ length: 11 }, (_, number) => [`word/media/${number}.bin`, nothing]),
  );
  return Buffer.from(zipSync({ ...parts, ...bombs }, { level: 1 }));
}

export function manyEntries(): Buffer {
  const parts = unzipSync(fixture('document.docx'));
  for (let number = 0; number <= 10_000; number += 1) parts[`word/media/${number}.txt`] = new Uint8Array(1);
  return Buffer.from(zipSync(parts, { level: 0 }));
}

/** One kilobyte that expands to a billion words. */
export function entityBomb(): Buffer {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY lol${level + 1} "${`&lol${level};`.repeat(10)}">`,
  );
  return withParts('document.docx', (parts) => ({
    'word/document.xml': parts['word/document.xml']!.replace(
      '<w:document',
      `<!DOCTYPE bomb [<!ENTITY lol0 "lol">${levels.join('')}]><w:document`,
    ).replace('<w:body>', '<w:body><w:p><w:r><w:t>&lol9;</w:t></w:r></w:p>'),
  }));
}

/** A text of this many pages. */
export function longText(pages: number): Buffer {
  const page = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
  return withParts('document.docx', (parts) => ({
    'word/document.xml': parts['word/document.xml']!.replace('<w:body>', `<w:body>${page.repeat(pages - 2)}`),
  }));
}

/** A number in each of a million rows. */
export function longTable(): Buffer {
  const row =
    '<table:table-cell office:value-type="float" office:value="7"><text:p>7</text:p></table:table-cell>';
  return withParts('document.ods', (parts) => ({
    'content.xml': parts['content.xml']!.replace(
      /<table:table table:name="Notes"[\s\S]*?<\/table:table>/,
      `<table:table table:name="Notes"><table:table-column/><table:table-row table:number-rows-repeated="1000000">${row}</table:table-row></table:table>`,
    ),
  }));
}

/** Pictures whose headers announce 400 megapixels, with almost no data. */
export const pixelBombs: Record<string, () => Buffer> = {
  'huge.gif': () =>
    patched('moving.gif', (file) => {
      // The size of the screen, and of the first picture, which follows its graphic control extension.
      const picture = file.indexOf(Buffer.from([0x21, 0xf9, 4])) + 8;
      for (const at of [6, 8, picture + 5, picture + 7]) file.writeUInt16LE(20_000, at);
    }),
  'huge.bmp': () => patched('picture.bmp', (file) => [18, 22].forEach((at) => file.writeInt32LE(20_000, at))),
  'huge.png': () => pngOf(20_000),
};

function patched(name: string, change: (file: Buffer) => void): Buffer {
  const file = fixture(name);
  change(file);
  return file;
}

/** A PNG in black and white, one bit a pixel: 50 MB of zeros compress to 50 kB. */
function pngOf(side: number): Buffer {
  const png = fixture('picture.png');
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (side / 8 + 1)));
  return Buffer.concat([png.subarray(0, 8), chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND')]);
}

function chunk(type: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(content.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

/** A PDF of these objects. The first is the catalogue. */
function pdfOf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const start = text.length;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R>>\n`;
  return Buffer.from(`${text}startxref\n${start}\n%%EOF\n`);
}

/** Each node of the page tree holds the next one twice: a billion pages. */
export function pageTreeBomb(): Buffer {
  const depth = 30;
  const nodes = Array.from({ length: depth }, (_, level) => {
    const next = `${level + 3} 0 R`;
    return `<</Type/Pages/Kids[${next} ${next}]/Count ${2 ** (depth - level)}>>`;
  });
  return pdfOf(['<</Type/Catalog/Pages 2 0 R>>', ...nodes, '<</Type/Page/MediaBox[0 0 595 842]>>']);
}

/**
 * Each form draws the next one several times. As a transparent group, each also needs its own picture in
 * memory.
 */
export function nestedForms({
  depth,
  times,
  groups = false,
}: {
  depth: number;
  times: number;
  groups?: boolean;
}): Buffer {
  const veil = groups ? '/ExtGState<</G<</ca 0.5>>>>' : '';
  const group = groups ? '/Group<</S/Transparency/I true>>' : '';
  const content = (text: string, entries = '') =>
    `<<${entries}/Length ${text.length}>>stream\n${text}\nendstream`;
  const forms = Array.from({ length: depth }, (_, level) => {
    const isLast = level === depth - 1;
    const text = isLast ? '0 0 500 700 re f' : (groups ? '/G gs /F Do ' : '/F Do ').repeat(times);
    const resources = isLast ? '' : `/Resources<</XObject<</F ${level + 6} 0 R>>${veil}>>`;
    return content(text, `/Type/XObject/Subtype/Form/BBox[0 0 595 842]${group}${resources}`);
  });
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>',
    content('/F Do'),
    ...forms,
  ]);
}

/** Documents that refer to these targets, such as an address, a file of this machine, or a Windows server. */
export function documentsWithLinks(targets: readonly string[]): Record<string, Buffer> {
  return {
    'links.docx': docxWithLinks(targets),
    'links.odt': odtWithLinks(targets),
    'links.ods': odsWithLinks(targets),
    'links.rtf': rtfWithLinks(targets),
    'links.pdf': pdfWithLinks(targets),
  };
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/>`;

function docxWithLinks(targets: readonly string[]): Buffer {
  const image = (
    id: string,
  ) => `<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:90pt;height:90pt">
<v:imagedata r:id="${id}"/></v:shape></w:pict></w:r></w:p>`;
  const field = (code: string) =>
    `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
  return withParts('document.docx', (parts) => ({
    'word/document.xml': parts['word/document.xml']!.replace(
      '<w:body>',
      `<w:body>${targets.map((target, at) => image(`bad${at}`) + field(`INCLUDETEXT "${target}"`) + field(`INCLUDEPICTURE "${target}" \\d`)).join('')}`,
    ),
    'word/_rels/document.xml.rels': parts['word/_rels/document.xml.rels']!.replace(
      '</Relationships>',
      `${targets.map((target, at) => relation(`bad${at}`, 'image', target)).join('')}</Relationships>`,
    ),
    'word/_rels/settings.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
${relation('rId1', 'attachedTemplate', targets[0]!)}</Relationships>`,
  }));
}

function odtWithLinks(targets: readonly string[]): Buffer {
  const links = targets.map(
    (
      target,
      at,
    ) => `<text:section text:name="from${at}"><text:section-source xlink:href="${target}" text:filter-name="Text"/><text:p/></text:section>
<text:p><draw:frame text:anchor-type="as-char" svg:width="3cm" svg:height="3cm"><draw:image xlink:href="${addressOf(target)}" xlink:type="simple"
xlink:show="embed" xlink:actuate="onLoad"/></draw:frame><draw:frame text:anchor-type="as-char" svg:width="3cm" svg:height="3cm">
<draw:object xlink:href="${target}"/></draw:frame></text:p>`,
  );
  return withParts('document.odt', (parts) => ({
    'content.xml': parts['content.xml']!.replace('</office:text>', `${links.join('')}</office:text>`),
  }));
}

/** A Windows server as a URL. With backslashes, LibreOffice refuses the whole document. */
function addressOf(target: string): string {
  return target.startsWith('\\\\') ? `file:${target.replaceAll('\\', '/')}` : target;
}

function odsWithLinks(targets: readonly string[]): Buffer {
  const rows = targets.map(
    (
      target,
    ) => `<table:table-row><table:table-cell table:formula="of:=WEBSERVICE(&quot;${target}&quot;)"><text:p/></table:table-cell>
<table:table-cell table:formula="of:='${target}'#$Sheet1.A1"><text:p/></table:table-cell></table:table-row>`,
  );
  const table = `<table:table table:name="Linked"><table:table-source xlink:href="${targets[0]!}" table:filter-name="Text - txt - csv (StarCalc)"
table:mode="copy-all"/><table:table-column table:number-columns-repeated="2"/>${rows.join('')}</table:table>`;
  return withParts('document.ods', (parts) => ({
    'content.xml': parts['content.xml']!.replace('</office:spreadsheet>', `${table}</office:spreadsheet>`),
  }));
}

function rtfWithLinks(targets: readonly string[]): Buffer {
  const fields = targets.flatMap((target) => {
    const address = target.replaceAll('\\', '\\\\\\\\');
    return ['INCLUDEPICTURE', 'INCLUDETEXT'].map(
      (kind) => `{\\field{\\*\\fldinst ${kind} "${address}" \\\\d}{\\fldrslt x}}`,
    );
  });
  return Buffer.from(`{\\rtf1\\ansi{\\*\\template ${targets[0]!}}Links ${fields.join('\\par ')}\\par}`);
}

function pdfWithLinks(targets: readonly string[]): Buffer {
  const text = (words: string) => `(${words.replaceAll('\\', '\\\\')})`;
  const images = targets.map(
    (target) =>
      `<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/F<</FS/URL/F${text(target)}>>/Length 0>>stream\n\nendstream`,
  );
  const draws = targets.map((_, at) => `/I${at} Do`).join(' ');
  const names = targets.map((_, at) => `/I${at} ${at + 5} 0 R`).join('');
  const actions = targets.map((target) => `<</S/Launch/F${text(target)}/Next<</S/URI/URI${text(target)}>>>>`);
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R/OpenAction${actions[0]!}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<<${names}>>>>/AA<</O${actions[1]!}>>>>`,
    `<</Length ${draws.length}>>stream\n${draws}\nendstream`,
    ...images,
  ]);
}
