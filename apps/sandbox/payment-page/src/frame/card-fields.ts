import type { StripeError } from '@stripe/stripe-js';

/** The values as the user typed them. */
export interface CardInput {
  number: string;
  expiry: string;
  cvc: string;
}

export type Field = keyof CardInput;

export interface FieldProblem {
  field: Field;
  code: string;
  message: string;
}

/** Groups the digits by four, as on a card. */
export function shownNumber(typed: string): string {
  return (
    digitsOf(typed)
      .slice(0, 19)
      .match(/.{1,4}/g) ?? []
  ).join(' ');
}

/** Formats the expiry as `12 / 34`. The slash appears once the month is complete. */
export function shownExpiry(typed: string): string {
  const digits = digitsOf(typed);
  const all = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return all.length < 3 ? all : `${all.slice(0, 2)} / ${all.slice(2, 4)}`;
}

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** The first error of a card, in Stripe's words; undefined when the card is valid. */
export function problemOf(card: CardInput, now: Date): FieldProblem | undefined {
  return numberProblem(digitsOf(card.number)) ?? expiryProblem(card.expiry, now) ?? cvcProblem(card.cvc);
}

export function asError({ code, message }: FieldProblem): StripeError {
  return { type: 'validation_error', code, message };
}

/** The month and the four-digit year. */
export function expiryOf(typed: string): { month: number; year: number } {
  const digits = digitsOf(shownExpiry(typed));
  return { month: Number(digits.slice(0, 2)), year: 2_000 + Number(digits.slice(2)) };
}

function numberProblem(digits: string): FieldProblem | undefined {
  const field = 'number';
  if (digits.length < 15) {
    return { field, code: 'incomplete_number', message: 'Your card number is incomplete.' };
  }
  return checksOut(digits)
    ? undefined
    : { field, code: 'invalid_number', message: 'Your card number is invalid.' };
}

function expiryProblem(typed: string, now: Date): FieldProblem | undefined {
  const field = 'expiry';
  if (digitsOf(shownExpiry(typed)).length < 4) {
    const message = "Your card's expiration date is incomplete.";
    return { field, code: 'incomplete_expiry', message };
  }
  const { month, year } = expiryOf(typed);
  if (month < 1 || month > 12) {
    return { field, code: 'invalid_expiry_month', message: "Your card's expiration date is invalid." };
  }
  const isPast = year < now.getFullYear() || (year === now.getFullYear() && month < now.getMonth() + 1);
  if (!isPast) return undefined;
  return { field, code: 'invalid_expiry_year_past', message: "Your card's expiration date is in the past." };
}

function cvcProblem(typed: string): FieldProblem | undefined {
  if (digitsOf(typed).length >= 3) return undefined;
  return { field: 'cvc', code: 'incomplete_cvc', message: "Your card's security code is incomplete." };
}

/** Luhn's checksum, which detects a mistyped digit. */
function checksOut(digits: string): boolean {
  const sum = digits
    .split('')
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}
