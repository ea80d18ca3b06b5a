import type { Change } from '../messages.js';
import {
  problemOf,
  shownExpiry,
  shownNumber,
  type CardInput,
  type Field,
  type FieldProblem,
} from './card-fields.js';

export interface TestCard {
  number: string;
  what: string;
}

const fields: readonly Field[] = ['number', 'expiry', 'cvc'];

/** The form in the frame: card fields or the simulated wallet. */
export class CardForm {
  private readonly inputs = Object.fromEntries(fields.map((field) => [field, byId(field)])) as Record<
    Field,
    HTMLInputElement
  >;

  constructor(private readonly changed: () => void) {
    for (const field of fields) {
      this.inputs[field].addEventListener('input', () => {
        this.formatFields();
        this.showProblem(undefined);
        this.changed();
      });
    }
    for (const input of methodInputs()) input.addEventListener('change', () => this.showFieldsOfMethod());
  }

  get method(): 'card' | 'wallet' {
    return methodInputs().find(({ checked }) => checked)?.value === 'wallet' ? 'wallet' : 'card';
  }

  get card(): CardInput {
    const { number, expiry, cvc } = this.inputs;
    return { number: number.value, expiry: expiry.value, cvc: cvc.value };
  }

  get problem(): FieldProblem | undefined {
    return this.method === 'wallet' ? undefined : problemOf(this.card, new Date());
  }

  get change(): Change {
    const isByWallet = this.method === 'wallet';
    return {
      empty: !isByWallet && Object.values(this.card).every((value) => value === ''),
      complete: this.problem === undefined,
      collapsed: false,
      value: { type: isByWallet ? 'google_pay' : 'card' },
    };
  }

  /** Shows the problem under its field and clears the other fields' problems. */
  showProblem(problem: FieldProblem | undefined): void {
    for (const field of fields) {
      const message = problem?.field === field ? problem.message : '';
      byId(`${field}-problem`).textContent = message;
      this.inputs[field].setAttribute('aria-invalid', String(message !== ''));
    }
    if (problem) this.inputs[problem.field].focus();
  }

  offerTestCards(cards: readonly TestCard[]): void {
    const list = byId('test-card') as HTMLSelectElement;
    for (const { number, what } of cards) list.append(new Option(`${shownNumber(number)}: ${what}`, number));
    list.addEventListener('change', () => {
      if (list.value !== '') this.fillInCard(list.value);
      list.value = '';
    });
  }

  showWallet(isOffered: boolean): void {
    byId('wallet').hidden = !isOffered;
  }

  focusNumber(): void {
    this.inputs.number.focus();
  }

  clearFields(): void {
    for (const field of fields) this.inputs[field].value = '';
    this.showProblem(undefined);
    this.changed();
  }

  private fillInCard(number: string): void {
    const year = String(new Date().getFullYear() + 3).slice(2);
    this.inputs.number.value = number;
    this.inputs.expiry.value = `12${year}`;
    this.inputs.cvc.value = '123';
    this.formatFields();
    this.showProblem(undefined);
    this.changed();
  }

  private formatFields(): void {
    const { number, expiry, cvc } = this.inputs;
    number.value = shownNumber(number.value);
    // A user who deletes the slash must be able to continue, so the expiry is formatted only without a
    // trailing slash.
    if (!expiry.value.endsWith('/')) expiry.value = shownExpiry(expiry.value);
    cvc.value = cvc.value.replaceAll(/\D/g, '').slice(0, 4);
  }

  private showFieldsOfMethod(): void {
    byId('card-fields').hidden = this.method === 'wallet';
    byId('wallet-note').hidden = this.method !== 'wallet';
    this.showProblem(undefined);
    this.changed();
  }
}

export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}.`);
  return found;
}

function methodInputs(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('input[name=method]')];
}
