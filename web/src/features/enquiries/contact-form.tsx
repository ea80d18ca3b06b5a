import { Textarea } from '@mantine/core';
import { type Country, enquiryLimits } from '@sixpence/contracts/enquiries';
import { useEffect, useRef } from 'react';
import { get, post } from '../../lib/http.js';
import { EnquiryForm, type PopupActions } from './enquiry-form.js';
import { contactWords, enquiryWords } from './enquiries-words.en.js';
import { CountryField, fieldOf, PersonFields } from './person-fields.js';
import { useEnquiry } from './use-enquiry.js';

const requiredFieldLabels = () => ({
  firstName: enquiryWords.firstName,
  lastName: enquiryWords.lastName,
  email: enquiryWords.email,
  country: enquiryWords.country,
  comment: contactWords.comment,
});

/**
 * The contact form (specification §5). It also sends the user's detected location, if that is known.
 * `email` is the address of a signed-in user.
 */
export function ContactForm({ email = '', ...popup }: PopupActions & { email?: string }) {
  const detected = useDetectedLocation();
  const enquiry = useEnquiry(
    requiredFieldLabels(),
    ({ country, ...typed }, honeypot) =>
      post('/contact', { ...typed, country: country as Country, ...detected.current, ...honeypot }),
    { email },
  );
  return (
    <EnquiryForm
      enquiry={enquiry}
      popup={popup}
      send={contactWords.send}
      sent={contactWords.sent}
      sentAdvice={contactWords.sentAdvice(enquiry.typed.email)}
    >
      <PersonFields enquiry={enquiry} />
      <CountryField enquiry={enquiry} />
      <Textarea
        {...fieldOf(enquiry, 'comment')}
        label={contactWords.comment}
        rows={4}
        maxLength={enquiryLimits.text}
      />
    </EnquiryForm>
  );
}

/**
 * The location that the service derives from the browser's network address; empty until known, and after a
 * failure.
 */
function useDetectedLocation() {
  const detected = useRef({ detectedCountry: '', detectedCity: '' });
  useEffect(() => {
    const unmounted = new AbortController();
    get('/get-user-location', undefined, unmounted.signal)
      .then(({ country_code: detectedCountry, city: detectedCity }) => {
        detected.current = { detectedCountry, detectedCity };
      })
      .catch((error: unknown) => {
        if (!unmounted.signal.aborted)
          console.warn('The country of this browser could not be fetched', error);
      });
    return () => unmounted.abort();
  }, []);
  return detected;
}
