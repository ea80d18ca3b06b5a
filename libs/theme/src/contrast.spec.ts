import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

/** Text and surface colours, as the screens combine them. */
const pairs = [
  ...['paper', 'sheet', 'tint', 'press-soft', 'coin-soft', 'good-soft', 'warn-soft', 'stop-soft'].map(
    (surface) => ['ink', surface],
  ),
  ...['paper', 'sheet', 'tint'].map((surface) => ['ink-soft', surface]),
  ...['paper', 'sheet'].flatMap((surface) =>
    ['press', 'coin', 'good', 'warn', 'stop'].map((text) => [text, surface]),
  ),
  ...['coin', 'good', 'warn', 'stop'].map((text) => [text, `${text}-soft`]),
  ['on-press', 'press'],
  ['on-press', 'press-strong'],
] as [string, string][];

/** Edges with a meaning, such as the border of a field, need 3:1. */
const edges: [string, string][] = [
  ['line-strong', 'paper'],
  ['line-strong', 'sheet'],
  ['press', 'press-soft'],
];

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8');
const light = readTokens(/^:root \{([^}]*)\}/m);
const schemes = {
  light,
  dark: { ...light, ...readTokens(/^:root\[data-mantine-color-scheme='dark'\] \{([^}]*)\}/m) },
};

test.each(Object.keys(schemes) as (keyof typeof schemes)[])(
  'every text of the %s scheme has enough contrast',
  (scheme) => {
    const tooFaint = pairs.filter(([text, surface]) => contrast(schemes[scheme], text, surface) < 4.5);
    expect(tooFaint).toEqual([]);
  },
);

test.each(Object.keys(schemes) as (keyof typeof schemes)[])(
  'every edge of the %s scheme has enough contrast',
  (scheme) => {
    expect(edges.filter(([edge, surface]) => contrast(schemes[scheme], edge, surface) < 3)).toEqual([]);
  },
);

function readTokens(block: RegExp): Record<string, string> {
  const body = block.exec(css)?.[1] ?? '';
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((hit) => [hit[1]!, hit[2]!]),
  );
}

/** WCAG 2 contrast ratio of two tokens. */
function contrast(tokens: Record<string, string>, first: string, second: string): number {
  const [bright, dim] = [luminance(tokens[first]!), luminance(tokens[second]!)].sort((a, b) => b - a);
  return (bright! + 0.05) / (dim! + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
