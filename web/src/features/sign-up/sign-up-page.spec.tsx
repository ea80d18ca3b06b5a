import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { answerCalls, type AnsweredCalls } from '../../lib/testing/answered-calls.js';
import { commonPasswordsLoaded } from '../../lib/testing/common-passwords-loaded.js';
import SignUpPage from './sign-up-page.js';

const mail = '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70';
let answers: AnsweredCalls['answers'];
let sent: AnsweredCalls['sent'];

beforeEach(() => {
  jest.useFakeTimers();
  sessionStorage.clear();
  ({ answers, sent } = answerCalls({
    '/signup-code': { status: 200, body: { mail } },
    '/email-signup': { status: 200, body: { success: true } },
    [`/code-mail?mail=${mail}`]: { status: 200, body: { state: 'sent' } },
  }));
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('the form shows after a second of spinner [rows 97, 457]', () => {
  open('/signup', { wait: 900 });
  expect(screen.getByRole('status', { name: 'Opening the sign-up form' })).toBeDefined();
  expect(screen.queryByLabelText('E-mail')).toBeNull();
  act(() => {
    jest.advanceTimersByTime(100);
  });
  expect(email()).toBeDefined();
});

test.each([
  ['a@b.co', false],
  ['a@b.c', true],
  ['a@b', true],
  ['@b.co', true],
  ['a b@c.co', true],
])('with "%s" Continue is disabled: %j [rows 252, 299]', (typed, disabled) => {
  open();
  type(email(), typed);
  expect(next().disabled).toBe(disabled);
});

test('an address becomes lower case while it is typed [row 305]', () => {
  open();
  type(email(), 'A@B.CO');
  expect(email().value).toBe('a@b.co');
});

test('a malformed address is pointed out on Enter and on blur [row 304]', () => {
  open();
  type(email(), 'a@b');
  fireEvent.keyDown(email(), { key: 'Enter' });
  expect(alert()).toBe('Please enter a valid email address.');
  type(email(), 'a@b.');
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.blur(email());
  expect(alert()).toBe('Please enter a valid email address.');
  expect(describes(email())).toMatch(/^Please enter a valid email address\./);
});

test.each([200, 202])(
  'status %i leads to the code, the password, and its confirmation, and the address becomes read-only [rows 94, 249–251, 399]',
  async (status) => {
    answers['/signup-code'] = status === 200 ? { status, body: { mail } } : { status };
    await openSecondStep();
    expect(sent[0]).toEqual(['/signup-code', { email: 'anna@example.com' }]);
    expect(email().readOnly).toBe(true);
    expect(email().value).toBe('anna@example.com');
    expect([code(), password(), confirmation()].map(({ value }) => value)).toEqual(['', '', '']);
    expect(document.activeElement).toBe(code());
  },
);

test('the code is one field of up to six digits with autofill [row 330]', async () => {
  await openSecondStep();
  expect(code().autocomplete).toBe('one-time-code');
  expect(code().inputMode).toBe('numeric');
  type(code(), '12ab34567');
  expect(code().value).toBe('123456');
});

test('Continue is disabled until the code is complete and a strong password is typed twice [rows 252, 321–325]', async () => {
  await openSecondStep();
  const tries: [string, string, string, boolean][] = [
    ['123456', 'Sixpence1', 'Sixpence1', false],
    ['12345', 'Sixpence1', 'Sixpence1', true],
    ['123456', 'Sixpence1', 'Sixpence2', true],
    ['123456', 'Sixpen1', 'Sixpen1', true],
    ['123456', 'Sixpences', 'Sixpences', true],
    ['123456', 'sixpence1', 'sixpence1', true],
    ['123456', 'SIXPENCE1', 'SIXPENCE1', true],
  ];
  for (const [digits, first, second, disabled] of tries) {
    await fill(digits, first, second);
    expect([digits, first, second, next().disabled]).toEqual([digits, first, second, disabled]);
  }
});

test('different passwords are pointed out [row 327]', async () => {
  await openSecondStep();
  await fill('123456', 'Sixpence1', 'Sixpence2');
  fireEvent.blur(confirmation());
  expect(alert()).toBe('Passwords do not match.');
  expect([confirmation().getAttribute('aria-invalid'), describes(confirmation())]).toEqual([
    'true',
    'Passwords do not match.',
  ]);
  type(confirmation(), 'Sixpence1');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a wrong code is pointed out at its field', async () => {
  await openSecondStep();
  answers['/email-signup'] = { status: 422 };
  await fill('123456', 'Sixpence1', 'Sixpence1');
  await press(next());
  expect(alert()).toBe('Invalid code. Please try again.');
  expect(describes(code())).toMatch(/^Invalid code/);
  expect(describes(password())).toMatch(/^At least 8 characters, with a digit/);
  expect(document.activeElement).toBe(code());
});

test('code and password are sent with the address, and lead to the welcome page [rows 209, 255]', async () => {
  await openSecondStep();
  await fill('123456', 'Sixpence1', 'Sixpence1');
  await press(next());
  expect(sent).toContainEqual([
    '/email-signup',
    { email: 'anna@example.com', code: '123456', password: 'Sixpence1' },
  ]);
  expect(screen.getByText('the welcome')).toBeDefined();
  expect(sessionStorage.length).toBe(0);
});

test('a reload keeps the step and the address', async () => {
  await openSecondStep();
  cleanup();
  open();
  expect(email().value).toBe('anna@example.com');
  expect(code().value).toBe('');
});

test('"Wrong address?" leads back to the first step', async () => {
  await openSecondStep();
  await press(screen.getByRole('button', { name: 'Wrong address?' }));
  expect(email().readOnly).toBe(false);
  expect(document.activeElement).toBe(email());
  expect(screen.getByRole('status').textContent).toBe('');
  expect(screen.queryByLabelText('Code')).toBeNull();
});

test('a code can be sent again, and the page shows that the earlier code is invalid', async () => {
  await openSecondStep();
  await press(screen.getByRole('button', { name: 'Send again' }));
  expect(sent.filter(([path]) => path === '/signup-code')).toHaveLength(2);
  expect(screen.getByText(/The one before it does not work any more/)).toBeDefined();
});

test('if a code cannot be sent again, the page shows the reason, and the fields stay', async () => {
  await openSecondStep();
  answers['/signup-code'] = { status: 429 };
  await press(screen.getByRole('button', { name: 'Send again' }));
  expect(alert()).toBe('An unexpected error occurred. Please try again later.');
  expect(screen.getByText(/wait an hour/)).toBeDefined();
  expect(code()).toBeDefined();
});

test('the state of a waiting mail is checked again, and a refused mail is reported', async () => {
  answers[`/code-mail?mail=${mail}`] = { status: 200, body: { state: 'waiting' } };
  await openSecondStep();
  await pass(2_000);
  expect(screen.queryByRole('alert')).toBeNull();
  answers[`/code-mail?mail=${mail}`] = { status: 200, body: { state: 'refused' } };
  await pass(3_000);
  expect(alert()).toBe('The mail to anna@example.com was refused.');
  const checkCount = () => sent.filter(([path]) => path.startsWith('/code-mail')).length;
  await pass(60_000);
  expect(checkCount()).toBe(2);
});

test('the state of a waiting mail is checked four times in half a minute, also after a failed check', async () => {
  answers[`/code-mail?mail=${mail}`] = { status: 200, body: { state: 'waiting' } };
  await openSecondStep();
  const checkCount = () => sent.filter(([path]) => path.startsWith('/code-mail')).length;
  const counts: number[] = [];
  // The form was drawn 10 ms before this loop begins.
  for (const ms of [1_980, 20, 2_980, 20, 4_980, 20, 19_980, 20, 100_000]) {
    await pass(ms);
    counts.push(checkCount());
    answers[`/code-mail?mail=${mail}`] = {
      status: counts.length === 2 ? 503 : 200,
      body: { state: 'waiting' },
    };
  }
  expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4]);
});

test('the state of a sent mail is not checked again', async () => {
  await openSecondStep();
  await pass(60_000);
  expect(sent.filter(([path]) => path.startsWith('/code-mail'))).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the state of a mail is not checked after the user has left the form', async () => {
  await openSecondStep();
  cleanup();
  await pass(60_000);
  expect(sent.filter(([path]) => path.startsWith('/code-mail'))).toEqual([]);
});

test('two submissions of an address or a code at once send one request', async () => {
  open();
  const twice = async (form: HTMLFormElement | null, path: string) => {
    fireEvent.submit(form!);
    fireEvent.submit(form!);
    await pass(10);
    expect(sent.filter(([sentPath]) => sentPath === path)).toHaveLength(1);
  };
  type(email(), 'anna@example.com');
  await twice(email().form, '/signup-code');
  const again = screen.getByRole('button', { name: 'Send again' });
  fireEvent.click(again);
  expect(again.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(again);
  await pass(10);
  expect(sent.filter(([path]) => path === '/signup-code')).toHaveLength(2);
  await fill('123456', 'Sixpence1', 'Sixpence1');
  await twice(code().form, '/email-signup');
});

test('an incomplete form is not sent', async () => {
  open();
  type(email(), 'anna@example');
  fireEvent.submit(email().form!);
  type(email(), 'anna@example.com');
  await press(next());
  await fill('123456', 'Sixpence1', 'Sixpence2');
  fireEvent.submit(code().form!);
  await pass(10);
  expect(sent.map(([path]) => path)).toEqual(['/signup-code']);
});

test('leaving an empty field shows no message', async () => {
  open();
  fireEvent.blur(email());
  expect(screen.queryByRole('alert')).toBeNull();
  type(email(), 'anna@example.com');
  await press(next());
  for (const [first, second] of [
    ['Sixpence1', ''],
    ['', 'Sixpence1'],
  ] as const) {
    await fill('', first, second);
    fireEvent.blur(confirmation());
    expect(screen.queryByRole('alert')).toBeNull();
  }
});

test.each([
  ['', 'Sixpence1', 'Sixpence1'],
  ['123456', '', 'Sixpence1'],
  ['123456', 'Sixpence1', ''],
])(
  'Enter with the code "%s" and the passwords "%s" and "%s" asks for all fields [row 328]',
  async (...typed) => {
    await openSecondStep();
    await fill(...typed);
    fireEvent.keyDown(confirmation(), { key: 'Tab' });
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.keyDown(confirmation(), { key: 'Enter' });
    expect(alert()).toBe('All fields are required.');
  },
);

test('sending a code again empties the code field, and is announced each time', async () => {
  await openSecondStep();
  const status = screen.getByRole('status');
  await fill('123456', 'Sixpence1', 'Sixpence1');
  const announced: (string | null)[] = [];
  const watch = new MutationObserver(() => announced.push(status.textContent));
  watch.observe(status, { childList: true, characterData: true, subtree: true });
  await press(screen.getByRole('button', { name: 'Send again' }));
  await press(screen.getByRole('button', { name: 'Send again' }));
  watch.disconnect();
  const again = 'A new code is on its way. The one before it does not work any more.';
  expect(announced.filter((line) => line === again)).toHaveLength(2);
  expect([code(), password()].map(({ value }) => value)).toEqual(['', 'Sixpence1']);
  expect(document.activeElement).toBe(code());
});

test('the address of the code is announced in an existing live region', async () => {
  open();
  const liveRegion = screen.getByRole('status');
  expect(liveRegion.textContent).toBe('');
  type(email(), 'anna@example.com');
  await press(next());
  expect(screen.getByRole('status')).toBe(liveRegion);
  expect(liveRegion.textContent).toMatch(/mailed six digits to anna@example.com/);
});

test('a user who has an account gets a message with a link to sign in [row 96]', () => {
  open('/signup?error=login-required');
  expect(alert()).toBe('Already signed up');
  expect(screen.getAllByRole('link', { name: 'Sign in' })[0]?.getAttribute('href')).toBe('/login');
});

test('the page names the minimum age and the terms', () => {
  open();
  expect(screen.getByText(/people of 18 or older/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Terms of Use' }).getAttribute('href')).toBe('/terms');
});

function open(address = '/signup', { wait = 1000 } = {}) {
  render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/signup" element={<SignUpPage />} />
          <Route path="/welcome" element={<p>the welcome</p>} />
        </Routes>
      </MemoryRouter>
    </MantineProvider>,
  );
  act(() => {
    jest.advanceTimersByTime(wait);
  });
}

async function openSecondStep() {
  open();
  type(email(), 'anna@example.com');
  await press(next());
}

function type(field: HTMLInputElement, value: string) {
  fireEvent.change(field, { target: { value } });
}

async function fill(digits: string, first: string, second: string) {
  type(code(), digits);
  type(password(), first);
  type(confirmation(), second);
  await commonPasswordsLoaded();
}

async function press(button: HTMLElement) {
  await act(async () => {
    fireEvent.click(button);
    // During this time the page loads the script of its second step.
    await import('../../components/two-steps/code-step.js');
    await jest.advanceTimersByTimeAsync(10);
  });
}

async function pass(milliseconds: number) {
  await act(() => jest.advanceTimersByTimeAsync(milliseconds));
}

/** The description of a field. */
const describes = (input: HTMLInputElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const email = () => field('E-mail');
const code = () => field('Code');
const password = () => field('New password');
const confirmation = () => field('Confirm password');
const next = (): HTMLButtonElement => screen.getByRole('button', { name: 'Continue' });
const alert = () => screen.getByRole('alert').textContent;
