import { Fragment } from 'react';

const length = 6;

/**
 * A six-digit code, one box per digit. Its text has spaces between the digits, so that a screen reader reads
 * each digit. Missing digits have empty boxes; `cursor` marks the next one.
 */
export function CodeDigits({
  digits,
  cursor = false,
  label,
}: {
  digits: string;
  cursor?: boolean;
  label: string;
}) {
  return (
    <span className="sp-digits" role="group" aria-label={label}>
      {Array.from({ length }, (_, place) => (
        <Fragment key={place}>
          {place > 0 ? ' ' : null}
          <span
            className="sp-digit"
            data-filled={place < digits.length || undefined}
            data-next={(cursor && place === digits.length) || undefined}
          >
            {digits[place]}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
