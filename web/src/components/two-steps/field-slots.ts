import type { InputWrapperProps } from '@mantine/core';

/**
 * Props of a field whose `description` or `error` is more than a line, such as a list or a notice. Both are
 * below the input, each in a `div`, and the input refers to both for screen readers.
 */
export const fieldSlots: Pick<InputWrapperProps, 'inputWrapperOrder' | 'descriptionProps' | 'errorProps'> = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
  descriptionProps: { component: 'div' },
  errorProps: { component: 'div' },
};
