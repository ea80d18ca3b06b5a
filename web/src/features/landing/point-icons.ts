import { CoinsIcon, CreditCardIcon, GlobeIcon, LockIcon, MailIcon, UsersIcon } from 'lucide-react';

/** The pictures beside the six promises, in their order. */
export const pointIcons = [UsersIcon, GlobeIcon, CreditCardIcon, LockIcon, MailIcon, CoinsIcon];
