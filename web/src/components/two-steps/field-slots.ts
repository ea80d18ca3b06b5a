import type { InputWrapperProps } from '@mantine/core';

/**
 * For a field whose `description` or `error` is more than a line, such as a list or a notice. The field
 * refers to it for screen readers.
 */
export const fieldSlots: Pick<InputWrapperProps, 'inputWrapperOrder' | 'descriptionProps' | 'errorProps'> = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
  descriptionProps: { component: 'div' },
  errorProps: { component: 'div' },
};
