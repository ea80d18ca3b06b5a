import {
  IconCoins,
  IconCreditCard,
  IconLock,
  IconMailForward,
  IconUsersGroup,
  IconWorldUpload,
} from '@tabler/icons-react';

/** The pictures beside the six promises, in their order. */
export const pointIcons = [
  IconUsersGroup,
  IconWorldUpload,
  IconCreditCard,
  IconLock,
  IconMailForward,
  IconCoins,
];
