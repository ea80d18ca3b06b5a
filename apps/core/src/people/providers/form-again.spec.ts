import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { again, formAgain, formAgainPolicy } from './form-again.js';

test('the page posts every field as it came, marked as posted again', () => {
  const page = formAgain({ state: 'a&b', code: `"><script>alert('x')</script>` });
  expect(page.match(/<input [^>]*>/g)).toEqual([
    '<input type="hidden" name="state" value="a&amp;b">',
    `<input type="hidden" name="code" value="&quot;&gt;&lt;script&gt;alert('x')&lt;/script&gt;">`,
    `<input type="hidden" name="${again}" value="yes">`,
  ]);
  expect(page).toContain('<form method="post">');
});

test('its policy allows its own script, and forms to us alone', () => {
  const [, script = ''] = /<script>(.*)<\/script>$/.exec(formAgain({})) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(formAgainPolicy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
});
