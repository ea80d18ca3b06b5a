import { createHash } from 'node:crypto';

/** The field by which a form that was posted once more is known. */
export const again = 'sixpence-again';

const script = 'document.forms[0].submit()';
const hash = createHash('sha256').update(script).digest('base64');

/** What the page may do: run its one line, and post to us. */
export const formAgainPolicy = `default-src 'none'; script-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * A page that posts the same form once more. A form that another site posts comes without our cookies, which are for our
 * own pages alone; from this page, which is ours, it comes with them.
 */
export function formAgain(fields: Readonly<Record<string, string>>): string {
  const inputs = Object.entries({ ...fields, [again]: 'yes' }).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return (
    '<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>One moment</title><body>' +
    `<form method="post">${inputs.join('')}<button>Continue</button></form><script>${script}</script>`
  );
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
