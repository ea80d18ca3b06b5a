import '@mantine/core/styles/Input.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { countries, enquiryLimits } from '@sixpence/contracts/enquiries';
import styles from './enquiry-form.module.css';
import { countryWords, enquiryWords } from './enquiries-words.en.js';
import type { Enquiry } from './use-enquiry.js';

/** The properties of a required field. */
export function fieldOf<Name extends string>({ typed, type, problem }: Enquiry<Name>, name: Name) {
  return {
    name,
    value: typed[name],
    error: problem?.fields.includes(name) ?? false,
    onChange: (event: { currentTarget: { value: string } }) => type(name, event.currentTarget.value),
    size: 'md',
    required: true,
    withAsterisk: false,
  } as const;
}

type WithPerson = Enquiry<'firstName' | 'lastName' | 'email'>;

/** The fields for the user's name and address. */
export function PersonFields({ enquiry }: { enquiry: WithPerson }) {
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          {...fieldOf(enquiry, 'firstName')}
          label={enquiryWords.firstName}
          autoComplete="given-name"
          maxLength={enquiryLimits.name}
        />
        <TextInput
          {...fieldOf(enquiry, 'lastName')}
          label={enquiryWords.lastName}
          autoComplete="family-name"
          maxLength={enquiryLimits.name}
        />
      </div>
      <TextInput
        {...fieldOf(enquiry, 'email')}
        label={enquiryWords.email}
        type="email"
        autoComplete="email"
        maxLength={254}
      />
    </>
  );
}

/** The countries of the specification, in its order. */
export function CountryField({ enquiry }: { enquiry: Enquiry<'country'> }) {
  return (
    <NativeSelect {...fieldOf(enquiry, 'country')} label={enquiryWords.country} autoComplete="country-name">
      <option value="" disabled hidden>
        {enquiryWords.chooseCountry}
      </option>
      {countries.map((country) => (
        <option key={country} value={country}>
          {countryWords[country]}
        </option>
      ))}
    </NativeSelect>
  );
}
