/**
 * `npm run rows`: lists every row of the specification that no passing test named, by section. It reads the
 * notes of `npm test` and runs no test.
 */
import { notedRows, readRows, rowsShown } from './rows.mjs';

const rows = readRows();
const noted = notedRows();
const shown = rowsShown(noted);
let heading;

for (const [row, { section, requirement }] of rows) {
  if (shown.has(row)) continue;
  if (section !== heading) console.log(`\n${section}`);
  heading = section;
  console.log(`${String(row).padStart(5)}  ${requirement}`);
}
if (noted.length === 0)
  console.log('\nNo test has run here yet. Run npm test first: it stores the rows that its tests show.');
console.log(`\nrows ${shown.size}/${rows.size}`);
