import { type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Problem, problemIn, problemOf } from './problem.js';

/** The input of a form and its state. */
export interface Enquiry<Name extends string> {
  typed: Readonly<Record<Name, string>>;
  type: (name: Name, text: string) => void;
  problem: Problem | undefined;
  isBusy: boolean;
  isSent: boolean;
  /** The names of its fields are the names in the request. */
  form: React.RefObject<HTMLFormElement | null>;
  submit: (event: SyntheticEvent) => void;
}

/**
 * A form that is checked when the user sends it. Only 200 is a success; after a failure the input stays.
 * @param required the label of each required field, in their order
 * @param known the input that the form begins with
 */
export function useEnquiry<Name extends string>(
  required: Readonly<Record<Name, string>>,
  send: (typed: Record<Name, string>, honeypot: { reference?: string }) => Promise<unknown>,
  known: Partial<Record<Name, string>> = {},
): Enquiry<Name> {
  const names = Object.keys(required) as Name[];
  const [typed, setTyped] = useState(() => ({ ...emptyOf(names), ...known }));
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useLayoutEffect(() => {
    focusOn(form.current, names[0]);
    // Only after the first render: later the user moves the focus.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  function showProblem(found: Problem) {
    setProblem(found);
    focusOn(form.current, found.fields[0]);
  }

  async function submit() {
    if (isBusy) return;
    const found = problemIn(typed, required);
    if (found) {
      showProblem(found);
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      await send(trimmed(typed), honeypotOf(form.current));
      setSent(true);
    } catch (error) {
      console.warn('The form could not be sent', error);
      showProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  }

  return {
    typed,
    type: (name, text) => {
      setTyped((before) => ({ ...before, [name]: text }));
      setProblem(undefined);
    },
    problem,
    isBusy,
    isSent,
    form,
    submit: (event) => {
      event.preventDefault();
      void submit();
    },
  };
}

function emptyOf<Name extends string>(names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>;
}

function trimmed<Name extends string>(typed: Readonly<Record<Name, string>>): Record<Name, string> {
  const entries = Object.entries<string>(typed).map(([name, text]) => [name, text.trim()]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** The content of the hidden field, which only a program can fill in; empty otherwise. */
function honeypotOf(form: HTMLFormElement | null): { reference?: string } {
  const reference = form ? new FormData(form).get('reference') : null;
  return typeof reference === 'string' && reference !== '' ? { reference } : {};
}

function focusOn(form: HTMLFormElement | null, name: string | undefined): void {
  const field = name === undefined ? null : form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
