import { createHash } from 'node:crypto';

/** The field that marks a form as posted by `repostPage`. */
export const repostMark = 'sixpence-again';

const script = 'document.forms[0].submit()';
const hash = createHash('sha256').update(script).digest('base64');

/** The content security policy of `repostPage`: it may run its one line of script and post to us. */
export const repostPagePolicy = `default-src 'none'; script-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * A page that posts the same fields to us again. Browsers send a form of another site without our `SameSite`
 * cookies; from this page, which is ours, they send the cookies too.
 */
export function repostPage(fields: Readonly<Record<string, string>>): string {
  const inputs = Object.entries({ ...fields, [repostMark]: 'yes' }).map(
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
