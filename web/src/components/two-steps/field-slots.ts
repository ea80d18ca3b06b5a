import type { InputWrapperProps } from '@mantine/core';

/**
 * For fields under which more stands than a line: what is given as `description` or `error` may be a list or a notice, and
 * the field points to it.
 */
export const fieldSlots: Pick<InputWrapperProps, 'inputWrapperOrder' | 'descriptionProps' | 'errorProps'> = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
  descriptionProps: { component: 'div' },
  errorProps: { component: 'div' },
};
