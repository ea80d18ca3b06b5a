import { withParts } from './hostile-files.js';

/** A presentation with this many slides, each a copy of a fixture's first slide. */
export function slideShow(slides: number): Buffer {
  return withParts('document.odp', (parts) => ({
    'content.xml': parts['content.xml']!.replace(/<draw:page [\s\S]*<\/draw:page>/, (pages) => {
      const first = pages.slice(0, pages.indexOf('</draw:page>') + '</draw:page>'.length);
      return Array.from({ length: slides }, (_, number) =>
        first.replace(/draw:name="[^"]*"/, `draw:name="slide ${number}"`),
      ).join('');
    }),
  }));
}

/** A fixture's spreadsheet with this many further rows at its end. */
export function longTable(rows: number): Buffer {
  return withParts('document.ods', (parts) => ({
    'content.xml': parts['content.xml']!.replace(
      /<\/table:table-row>(?![\s\S]*<\/table:table-row>)/,
      (end) => {
        const cell = '<table:table-cell office:value-type="string"><text:p>a row</text:p></table:table-cell>';
        return `${end}${`<table:table-row>${cell.repeat(5)}</table:table-row>`.repeat(rows)}`;
      },
    ),
  }));
}
