import { Fragment } from 'react';

const length = 6;

/**
 * A six-digit code, one box a digit. Its text is the digits with spaces between them, so that it is read out digit by
 * digit. Boxes that wait for a digit are empty; `cursor` marks the one that comes next.
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
