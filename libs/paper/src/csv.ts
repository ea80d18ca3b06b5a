/** A text that users wrote, a number, or our own text that is written unquoted (`plain`). */
export type Cell = string | number | { plain: string };

/**
 * The beginning of a text that a spreadsheet would compute as a formula. East Asian spreadsheets accept the
 * wide signs, too.
 */
const formula = /^[\t\r\n]|^[\s"]*[=+\-@＝＋－＠]/;
/**
 * A separator with a formula sign after it. Some spreadsheets separate cells by semicolons or tabs and ignore
 * quotes, so a new cell with a formula would begin here.
 */
const formulaWithin = /([;\t\r\n])(?=[ \u00a0"]*[=+\-@＝＋－＠])/g;

/** The first bytes of a file, by which spreadsheets recognise UTF-8. */
export const byteOrderMark = Buffer.from('\ufeff', 'utf8');

/** Rows as spreadsheets open them: every text in quotes, line ends of RFC 4180. */
export function csvOf(rows: readonly (readonly Cell[])[]): Buffer {
  const lines = rows.map((row) => `${row.map(written).join(',')}\r\n`);
  return Buffer.from(lines.join(''), 'utf8');
}

function written(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  if (typeof cell !== 'string') return cell.plain;
  const within = cell.replaceAll(formulaWithin, "$1'");
  const text = formula.test(cell) ? `'${within}` : within;
  return `"${text.replaceAll('"', '""')}"`;
}
