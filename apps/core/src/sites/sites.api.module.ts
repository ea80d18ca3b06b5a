import { Module } from '@nestjs/common';
import { EnrolmentController } from './enrolment.controller.js';
import { SitesModule } from './sites.module.js';

/** How a box at a site joins over HTTP. */
@Module({ imports: [SitesModule], controllers: [EnrolmentController] })
export class SitesApiModule {}
