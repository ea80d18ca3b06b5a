import { Module } from '@nestjs/common';
import { EnrolmentController } from './enrolment.controller.js';
import { SitesModule } from './sites.module.js';

/** The HTTP call by which a box joins a site. */
@Module({ imports: [SitesModule], controllers: [EnrolmentController] })
export class SitesApiModule {}
