import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type Country, enquiryLimits, type ProductSheet, productSheets } from '@sixpence/contracts/enquiries';
import { useState } from 'react';
import { post } from '../../lib/http.js';
import { EnquiryForm, type PopupActions } from './enquiry-form.js';
import styles from './enquiry-form.module.css';
import { brochureWords, enquiryWords } from './enquiries-words.en.js';
import { CountryField, fieldOf, PersonFields } from './person-fields.js';
import { useEnquiry } from './use-enquiry.js';

const required = () => ({
  firstName: enquiryWords.firstName,
  lastName: enquiryWords.lastName,
  email: enquiryWords.email,
  company: brochureWords.company,
  country: enquiryWords.country,
  productSheet: brochureWords.productSheet,
});

/**
 * The request for a product sheet (specification §5). The prompt is not input: if the user leaves it, the
 * form sends an empty text.
 */
export function BrochureForm(popup: PopupActions) {
  const [additionalInfo, setAdditionalInfo] = useState<string>();
  const enquiry = useEnquiry(required(), ({ country, productSheet, ...typed }, honeypot) =>
    post('/brochure-request', {
      ...typed,
      country: country as Country,
      productSheet: productSheet as ProductSheet,
      additionalInfo: (additionalInfo ?? '').trim(),
      ...honeypot,
    }),
  );
  return (
    <EnquiryForm
      enquiry={enquiry}
      popup={popup}
      send={brochureWords.send}
      sent={brochureWords.sent}
      sentAdvice={brochureWords.sentAdvice(enquiry.typed.email)}
    >
      <PersonFields enquiry={enquiry} />
      <TextInput
        {...fieldOf(enquiry, 'company')}
        label={brochureWords.company}
        autoComplete="organization"
        maxLength={enquiryLimits.company}
      />
      <CountryField enquiry={enquiry} />
      <NativeSelect {...fieldOf(enquiry, 'productSheet')} label={brochureWords.productSheet}>
        <option value="" disabled hidden>
          {brochureWords.chooseSheet}
        </option>
        {productSheets.map((sheet) => (
          <option key={sheet}>{sheet}</option>
        ))}
      </NativeSelect>
      <Textarea
        name="additionalInfo"
        label={brochureWords.additionalInfo}
        size="md"
        rows={3}
        maxLength={enquiryLimits.text}
        className={additionalInfo === undefined ? (styles.prompt ?? '') : ''}
        value={additionalInfo ?? brochureWords.prompt}
        onFocus={() => setAdditionalInfo((typed) => typed ?? '')}
        onChange={(event) => setAdditionalInfo(event.currentTarget.value)}
      />
    </EnquiryForm>
  );
}
