import { withParts } from './hostile-files.js';

/** External targets: an address that answers, and a picture on this machine. */
export interface Elsewhere {
  address: string;
  picture: string;
}

/**
 * Documents that refer to the address, to the picture, or to both, in the ways of their formats. LibreOffice
 * without protection fetches `address` for the documents in `calling`, and shows `picture` on the pages of
 * those in `showing`.
 */
export function linkedDocuments(elsewhere: Elsewhere): Record<string, Buffer> {
  const { address, picture } = elsewhere;
  const both = [address, picture];
  return {
    'text.odt': withParts('document.odt', (parts) => ({
      'content.xml': parts['content.xml']!.replace(
        '</office:text>',
        `<text:p>${both.map((target) => frame(image(target))).join('')}</text:p></office:text>`,
      ),
    })),
    'object.odt': withParts('document.odt', (parts) => ({
      'content.xml': parts['content.xml']!.replace(
        '</office:text>',
        `<text:p>${frame(`<draw:object xlink:href="${address}" ${loaded}/>`)}</text:p></office:text>`,
      ),
    })),
    'drawing.odt': withParts('document.odt', (parts) => ({
      'content.xml': parts['content.xml']!.replace(
        '</office:text>',
        `<text:p>${frame(`<draw:image><office:binary-data>${drawingOf(picture)}</office:binary-data></draw:image>`)}</text:p></office:text>`,
      ),
    })),
    'table.ods': withParts('document.ods', (parts) => ({
      'content.xml': parts['content.xml']!.replace(
        '</office:spreadsheet>',
        `<table:table table:name="Linked"><table:shapes>${both.map((target) => frame(image(target))).join('')}</table:shapes>
<table:table-column/><table:table-row><table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell>
</table:table-row></table:table></office:spreadsheet>`,
      ),
    })),
    'slides.odp': withParts('document.odp', (parts) => ({
      'content.xml': parts['content.xml']!.replace(
        '</draw:page>',
        `${both.map((target) => frame(image(target))).join('')}</draw:page>`,
      ),
    })),
    'word.docx': withParts('document.docx', (parts) => ({
      'word/document.xml': parts['word/document.xml']!.replace(
        '<w:body>',
        `<w:body>${both.map((_, at) => wordPicture(at)).join('')}`,
      ),
      'word/_rels/document.xml.rels': related(parts['word/_rels/document.xml.rels']!, both),
    })),
    'powerpoint.pptx': withParts('document.pptx', (parts) => ({
      'ppt/slides/slide1.xml': parts['ppt/slides/slide1.xml']!.replace(
        '</p:spTree>',
        `${both.map((_, at) => slidePicture(at)).join('')}</p:spTree>`,
      ),
      'ppt/slides/_rels/slide1.xml.rels': related(parts['ppt/slides/_rels/slide1.xml.rels']!, both),
    })),
    'rich.rtf': Buffer.from(
      `{\\rtf1\\ansi Links {\\field{\\*\\fldinst {INCLUDEPICTURE "${picture}" \\\\d}}{\\fldrslt x}}\\par}`,
    ),
  };
}

export const calling = ['object.odt', 'powerpoint.pptx', 'slides.odp', 'table.ods', 'text.odt', 'word.docx'];
export const showing = [
  'drawing.odt',
  'powerpoint.pptx',
  'rich.rtf',
  'slides.odp',
  'table.ods',
  'text.odt',
  'word.docx',
];

const loaded = 'xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"';
const image = (target: string) => `<draw:image xlink:href="${target}" ${loaded}/>`;
const frame = (inside: string) =>
  `<draw:frame text:anchor-type="as-char" svg:x="1cm" svg:y="1cm" svg:width="3cm" svg:height="3cm">${inside}</draw:frame>`;

function drawingOf(target: string): string {
  const [svg, xlink] = ['http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xlink'];
  return Buffer.from(
    `<svg xmlns="${svg}" xmlns:xlink="${xlink}" width="90" height="90"><image width="90" height="90" xlink:href="${target}"/></svg>`,
  ).toString('base64');
}

const related = (relations: string, targets: readonly string[]) =>
  relations.replace(
    '</Relationships>',
    `${targets
      .map(
        (target, at) =>
          `<Relationship Id="far${at}" Type="${openXml}/officeDocument/2006/relationships/image" Target="${target}" TargetMode="External"/>`,
      )
      .join('')}</Relationships>`,
  );

const openXml = 'http://schemas.openxmlformats.org';
const fill = (at: number) => `<a:blip r:link="far${at}"/><a:stretch><a:fillRect/></a:stretch>`;
const shape = (at: number) =>
  `<a:xfrm><a:off x="${at * 1_000_000}" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`;

const wordPicture = (at: number) => `<w:p><w:r><w:drawing>
<wp:inline xmlns:wp="${openXml}/drawingml/2006/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0">
<wp:extent cx="900000" cy="900000"/><wp:docPr id="${70 + at}" name="far${at}"/>
<a:graphic xmlns:a="${openXml}/drawingml/2006/main"><a:graphicData uri="${openXml}/drawingml/2006/picture">
<pic:pic xmlns:pic="${openXml}/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="${70 + at}" name="far${at}"/><pic:cNvPicPr/></pic:nvPicPr>
<pic:blipFill>${fill(at)}</pic:blipFill><pic:spPr>${shape(at)}</pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

const slidePicture = (
  at: number,
) => `<p:pic><p:nvPicPr><p:cNvPr id="${70 + at}" name="far${at}"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr>
<p:blipFill>${fill(at)}</p:blipFill><p:spPr>${shape(at)}</p:spPr></p:pic>`;
