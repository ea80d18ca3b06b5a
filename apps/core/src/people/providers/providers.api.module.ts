import { Module } from '@nestjs/common';
import { BudgetsModule } from '../../platform/http/network/budgets.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ProvidersController } from './providers.controller.js';
import { ProvidersModule } from './providers.module.js';

/** Sign-in and sign-up with an identity provider, over HTTP. */
@Module({ imports: [ProvidersModule, BudgetsModule, SessionsModule], controllers: [ProvidersController] })
export class ProvidersApiModule {}
