import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkout } from '../process/checkout.mjs';

export const noticesFile = 'third-party-notices.txt';

/** A package's own files with its licence and its notices. */
const LEGAL = /^(licen[cs]e|copying|notice)/i;
const LINE = '-'.repeat(80);

/**
 * The names, versions, and licences of the packages that these files belong to, as one text. Files of our own
 * are left out.
 * @param {string} subject the thing that the files went into
 * @param {Iterable<string>} files their paths, or a bundler's own names such as `\0vite/preload-helper.js`
 * @throws Error when a package names no licence
 */
export function noticesOf(subject, files) {
  const folders = [...new Set([...files].map(packageOf))].filter((folder) => folder !== undefined);
  const packages = folders.map(packageIn).toSorted((one, other) => (one.title < other.title ? -1 : 1));
  const sections = [...Map.groupBy(packages, ({ text }) => text)].map(([text, sharing]) => {
    const titles = new Set(sharing.map(({ title }) => title));
    return [...titles, '', text].join('\n');
  });
  const head = `${subject} contains these packages of other authors, under their own licences.`;
  return `${[head, ...sections].join(`\n\n${LINE}\n\n`)}\n`;
}

/** The files that went into the output of Rolldown or Vite: modules of code, and assets such as fonts. */
export function filesIn(output, root) {
  return output.flatMap((part) =>
    part.type === 'chunk' ? part.moduleIds : part.originalFileNames.map((file) => resolve(root, file)),
  );
}

/** A Vite plugin that adds the notices to a build. */
export function thirdPartyNotices(subject) {
  let root = '';
  return {
    name: 'third-party-notices',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const source = noticesOf(subject, filesIn(Object.values(bundle), root));
        this.emitFile({ type: 'asset', fileName: noticesFile, source });
      },
    },
  };
}

function packageOf(file) {
  const bundler = /^\0(vite|rolldown)\//.exec(file);
  if (bundler) return join(checkout, 'node_modules', bundler[1]);
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
}

function packageIn(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LEGAL.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
  if (texts.length === 0 && !license) throw new Error(`The package ${name} ${version} names no licence.`);
  const title = [`${name} ${version}`, license && `(${license})`, author && `by ${author.name ?? author}`];
  return {
    title: title.filter(Boolean).join(' '),
    text:
      texts.join('\n\n') ||
      `The package has no licence file. Other packages in this list have the text of ${license}.`,
  };
}
