import { Fragment } from 'react';

const length = 6;

/**
 * A six-digit code, one box per digit. Its text has spaces between the digits, so that a screen reader reads
 * each digit. A missing digit has an empty box. With `cursor`, the box of the next digit is marked.
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
      {Array.from({ length }, (_, index) => (
        <Fragment key={index}>
          {index > 0 ? ' ' : null}
          <span
            className="sp-digit"
            data-filled={index < digits.length || undefined}
            data-next={(cursor && index === digits.length) || undefined}
          >
            {digits[index]}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
