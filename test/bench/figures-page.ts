import type { Figures } from './figures.js';

/** Figures of one bench, with the day and the machine of the measurement. */
export interface Measured {
  bench: string;
  figures: Figures;
  /** As `2026-11-26`. */
  date: string;
  machine: string;
}

const introduction = `# Figures

\`npm run bench\` writes this page; \`npm run bench -- NAME\` replaces the rows of one bench. Most figures are
ratios to a peer that runs on the same machine in the same run. A figure without a peer depends on the machine.

| bench | figure | value | measured |
| --- | --- | --- | --- |`;

/**
 * The page of figures.
 * @param earlier the present page, or an empty text; its rows of other benches are kept
 */
export function pageOfFigures(earlier: string, measured: readonly Measured[]): string {
  const replaced = new Set(measured.map(({ bench }) => bench));
  const kept = rowsOf(earlier).filter(({ bench }) => !replaced.has(bench));
  const added = measured.flatMap(({ bench, figures, date, machine }) => {
    return Object.entries(figures).map(([figure, value]) => {
      return { bench, text: `| ${bench} | ${figure} | ${value.toFixed(2)} | ${date}, ${machine} |` };
    });
  });
  const rows = [...kept, ...added].map(({ text }) => text);
  return [introduction, ...rows].join('\n') + '\n';
}

function rowsOf(page: string): { bench: string; text: string }[] {
  return page.split('\n').flatMap((text) => {
    const bench = /^\| (?<bench>[a-z-]+) \|.*\d{4}-\d{2}-\d{2}.*\|$/u.exec(text)?.groups?.['bench'];
    return bench === undefined ? [] : [{ bench, text }];
  });
}
