import { randomBytes } from 'node:crypto';
import { titles, type Kind } from './kinds.js';
import type { PretendedPerson } from './pretended-person.js';

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}' +
  'label{display:block;padding:.4rem 0}fieldset{margin:0 0 1rem;padding:.5rem 1rem;border:1px solid #8886;border-radius:8px}' +
  'input[type=email]{width:100%;box-sizing:border-box;font:inherit;padding:.4rem}button{font:inherit;padding:.5rem 1.2rem;margin-right:.5rem}';

const switches: Record<Kind, string> = {
  google: box('unproven', 'Google has not verified the address'),
  microsoft: box('unproven', 'Microsoft does not say who owns the domain (no xms_edov)'),
  apple:
    box('unproven', 'Apple has not verified the address') + box('hidden', 'Hide my e-mail (a relay address)'),
};

/** The page on which a user chooses an identity: the demo user, a new user, or any address. */
export function signInPage(kind: Kind): string {
  const title = `Sign in with ${titles[kind]} (stand-in)`;
  const fresh = `new-${randomBytes(4).toString('hex')}@example.com`;
  return (
    `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${title}</title><style>${STYLE}</style><body><h1>${title}</h1>` +
    `<p>This is not ${titles[kind]}: it is a stand-in on this machine, without passwords.</p><form method="post">` +
    `<fieldset><legend>Who are you?</legend>${choice('demo@example.com', 'The demo person', ' checked')}` +
    `${choice(fresh, 'Somebody new')}<label>Or somebody else ` +
    `<input type="email" name="other" placeholder="anna@example.com" maxlength="254"></label></fieldset>` +
    `<fieldset><legend>What the provider says</legend>${switches[kind]}</fieldset>` +
    `<button name="answer" value="yes">Continue</button><button name="answer" value="no">Cancel</button></form>`
  );
}

/** The choice on the page; undefined when the user cancelled. */
export function chosen(form: URLSearchParams): PretendedPerson | undefined {
  if (form.get('answer') !== 'yes') return undefined;
  const email = form.get('other') || form.get('who') || '';
  return { email, proven: !form.has('unproven'), hidden: form.has('hidden') };
}

function choice(email: string, who: string, checked = ''): string {
  return `<label><input type="radio" name="who" value="${email}"${checked}> ${who}: ${email}</label>`;
}

function box(name: string, what: string): string {
  return `<label><input type="checkbox" name="${name}" value="yes"> ${what}</label>`;
}
