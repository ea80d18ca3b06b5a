/** Sorted page numbers as ranges, each from its first page to its last: 1, 2, 3, 7 are `[[1, 3], [7, 7]]`. */
export function pageRanges(pages: readonly number[]): [first: number, last: number][] {
  const ranges: [first: number, last: number][] = [];
  for (const page of pages) {
    const range = ranges.at(-1);
    if (range && range[1] === page - 1) range[1] = page;
    else ranges.push([page, page]);
  }
  return ranges;
}

/** Ranges as text: `3–12`, `1, 3–5`. */
export function rangesInText(ranges: readonly (readonly [first: number, last: number])[]): string {
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
}
