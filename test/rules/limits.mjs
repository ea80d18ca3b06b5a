/**
 * The limits of the service: every named number of time, size, count, or rate in the code that ships.
 * `npm run limits` writes them to docs/limits.md. A test compares that page with the code, so that a changed
 * limit is seen in review.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { checkout } from '../../tools/process/checkout.mjs';

export const limitsPage = join(checkout, 'docs/limits.md');

/** The parts that ship, with their folders of source. */
const parts = [
  ['Contracts and libraries', sourcesIn('libs')],
  ['Mail intake', ['apps/intake/src']],
  ['Core', ['apps/core/src']],
  ['Converter', ['apps/converter/src']],
  ['Printer agent and panel', ['printer-agent/src', 'printer-agent/panel/src']],
  ['Site', ['web/src']],
  ['Operator', ['apps/operator/src']],
];

const unit = /(Ms|Seconds|Minutes|Hours|Days|Bytes|Pixels|Letters|AtOnce|Length|Lines|points|seconds)$/u;
const bound = /^(most|longest|fewest|least|max|min|limits?|timings|cost|patience|budget)([A-Z]|$)/iu;
/** An object of such a name holds limits only (`watchTimings.misses`). */
const boundGroup = /(limits|timings|waits|patience|cost)$/iu;
const milliseconds = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** @typedef {{ file: string, name: string, value: number }} Limit */

/** The limits in a file's text. A value is a number, arithmetic over numbers, or an earlier limit of it. */
export function limitsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const known = new Map();
  const limits = [];
  const read = (name, expression) => {
    const value = valueOf(expression, known);
    if (value !== undefined) {
      known.set(name, value);
      if (isLimit(name)) limits.push({ file, name, value });
      return;
    }
    for (const property of membersOf(expression)) {
      if (ts.isPropertyAssignment(property)) {
        read(`${name}.${property.name.getText()}`, property.initializer);
      }
    }
  };
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        read(name.getText(), initializer);
      }
    }
  }
  return limits;
}

function isLimit(name) {
  const steps = name.split('.');
  const [last] = steps.slice(-1);
  return unit.test(last) || steps.some((step) => bound.test(step)) || boundGroup.test(steps[0]);
}

/** The members of an object literal, also with `as const` or `satisfies`, or as the argument of a call. */
function membersOf(expression) {
  if (!expression) return [];
  if (ts.isObjectLiteralExpression(expression)) return expression.properties;
  if (ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression)) {
    return membersOf(expression.expression);
  }
  if (ts.isCallExpression(expression)) return expression.arguments.flatMap((each) => [...membersOf(each)]);
  return [];
}

function valueOf(expression, known) {
  if (!expression) return undefined;
  if (ts.isNumericLiteral(expression)) return Number(expression.text);
  if (ts.isIdentifier(expression)) return known.get(expression.text);
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression)) {
    return valueOf(expression.expression, known);
  }
  if (ts.isBinaryExpression(expression)) {
    const left = valueOf(expression.left, known);
    const right = valueOf(expression.right, known);
    return left === undefined || right === undefined
      ? undefined
      : arithmetic[expression.operatorToken.getText()]?.(left, right);
  }
  if (ts.isCallExpression(expression)) {
    const factor = milliseconds[expression.expression.getText()];
    const count = valueOf(expression.arguments[0], known);
    return factor && count !== undefined ? factor * count : undefined;
  }
  return undefined;
}

const arithmetic = {
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '**': (left, right) => left ** right,
};

/** The page of all limits. */
export function pageOfLimits() {
  const tables = parts.map(([title, folders]) => {
    const files = folders.flatMap((folder) => codeBelow(folder));
    const limits = files.flatMap((file) => limitsOf(file, readFileSync(join(checkout, file), 'utf8')));
    return `## ${title}\n\n${tableOf(limits)}`;
  });
  return [introduction, ...tables].join('\n\n') + '\n';
}

function sourcesIn(folder) {
  return readdirSync(join(checkout, folder))
    .toSorted()
    .map((name) => `${folder}/${name}/src`);
}

/** Code that ships: no tests, nothing that only tests use, and no words of the screens. */
function codeBelow(folder) {
  return readdirSync(join(checkout, folder), { recursive: true })
    .filter(
      (file) =>
        /\.tsx?$/u.test(file) && !/\.spec\.|\.d\.ts$|\.(en|de)\.ts$|(^|\/)(testing\/|story-)/u.test(file),
    )
    .toSorted()
    .map((file) => `${folder}/${file}`);
}

const introduction = `# Limits

Every named limit of the service: times, sizes, counts, and rates. The page is made from the code by
\`npm run limits\`, and a test compares both. A comment in its file says what a limit protects.`;

function tableOf(limits) {
  const rows = limits.map(({ file, name, value }) => {
    return `| \`${name}\` | ${readable(name, value)} | [${basename(file)}](../${file}) |`;
  });
  return ['| limit | value | file |', '| --- | --- | --- |', ...rows].join('\n');
}

/** A number with its unit in words: `90,000 (1.5 min)`. */
function readable(name, value) {
  const plain = value.toLocaleString('en', { maximumFractionDigits: 6 });
  if (/Ms$/u.test(name)) return withUnit(plain, inTime(value));
  if (/seconds$/iu.test(name)) return withUnit(plain, inTime(value * 1_000));
  if (/Bytes$/u.test(name)) return withUnit(plain, inBytes(value));
  return plain;
}

const withUnit = (plain, words) => (words ? `${plain} (${words})` : plain);

function inTime(ms) {
  if (ms < 1_000) return undefined;
  const [factor, word] = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1_000, 's'],
  ].find(([each]) => ms >= each);
  return `${Number((ms / factor).toFixed(2))} ${word}`;
}

function inBytes(bytes) {
  if (bytes < 1_024) return undefined;
  const [factor, word] = [
    [1_073_741_824, 'GiB'],
    [1_048_576, 'MiB'],
    [1_024, 'KiB'],
  ].find(([each]) => bytes >= each);
  return `${Number((bytes / factor).toFixed(2))} ${word}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(limitsPage, pageOfLimits());
