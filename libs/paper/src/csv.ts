/** A text of strangers, or a number of ours, which is written as it is. */
export type Cell = string | number | { plain: string };

/** A spreadsheet takes a text that begins so for a formula, and would compute it. East Asian ones know the wide signs, too. */
const formula = /^[\t\r\n]|^[\s"]*[=+\-@＝＋－＠]/;
/** Where the text begins anew for a spreadsheet that parts cells by semicolons or tabs, and knows no quotes then. */
const formulaWithin = /([;\t\r\n])(?=[ \u00a0"]*[=+\-@＝＋－＠])/g;

/** Spreadsheets know UTF-8 by it; a file begins with it. */
export const byteOrderMark = Buffer.from('\ufeff', 'utf8');

/** Rows as spreadsheets open them: every text in quotes, lines ended as RFC 4180 ends them. */
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
