import { CoinsIcon, CreditCardIcon, GlobeIcon, LockIcon, MailIcon, UsersIcon } from 'lucide-react';

/** The icons of the six promises, in the order of their words. */
export const pointIcons = [UsersIcon, GlobeIcon, CreditCardIcon, LockIcon, MailIcon, CoinsIcon];
