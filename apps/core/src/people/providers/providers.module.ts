import { Module } from '@nestjs/common';
import { AccountsModule } from '../sign-in/accounts.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { EmailCodesModule } from '../email-codes/email-codes.module.js';
import { PersonalDataModule } from '../../platform/personal-data/personal-data.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AdmissionsService } from './admissions.service.js';
import { DisconnectionService } from './disconnection.service.js';
import { IdentitiesService } from './identities.service.js';
import { ProviderClients } from './provider-clients.service.js';
import { SocialSignIn } from './social-sign-in.service.js';
import { SocialStates } from './social-states.service.js';
import { UnprovenPeople } from './unproven-people.service.js';

/** Identity providers: the flow through a provider, and the account that the person then has. */
@Module({
  imports: [AccountsModule, DatabaseModule, EmailCodesModule, PersonalDataModule, SessionsModule],
  providers: [
    AdmissionsService,
    DisconnectionService,
    IdentitiesService,
    ProviderClients,
    SocialSignIn,
    SocialStates,
    UnprovenPeople,
  ],
  exports: [DisconnectionService, SocialSignIn],
})
export class ProvidersModule {}
