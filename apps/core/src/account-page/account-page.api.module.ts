import { Module } from '@nestjs/common';
import { AccountPageController } from './account-page.controller.js';
import { AccountPageModule } from './account-page.module.js';

/** The calls of the account page. */
@Module({ imports: [AccountPageModule], controllers: [AccountPageController] })
export class AccountPageApiModule {}
