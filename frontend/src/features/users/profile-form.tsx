import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SignedInUser } from '../../../../modules/identity/contract.ts';
import { profileForm, type UpdateUser, type User } from '../../../../modules/users/contract.ts';
import { UnsavedDialog } from '../../components/dialogs/unsaved-dialog.tsx';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { FormError } from '../../components/forms/form-error.tsx';
import { focusFirstError } from '../../lib/focus/focus-first-error.ts';
import { showUnderFields } from '../../lib/forms/show-under-fields.ts';
import { useTypedAgain } from '../../lib/forms/typed-before.ts';
import { useChange } from '../../lib/idempotency/use-change.ts';
import { useUnsaved } from '../../lib/navigation/use-unsaved.ts';
import { toast } from '../../lib/toast.ts';
import { profileQuery } from './profile-query.ts';
import { NoUserLoggedIn, updateProfile } from './update-profile.ts';

const fields = [
  { name: 'education', label: 'Education', autoComplete: 'off', type: 'text' },
  { name: 'location', label: 'Location', autoComplete: 'street-address', type: 'text' },
  { name: 'phone', label: 'Phone', autoComplete: 'tel', type: 'tel' },
  { name: 'social', label: 'Profile link', autoComplete: 'url', type: 'url', placeholder: 'https://…' },
] as const;

type Props = {
  owner: SignedInUser;
  /** What the form begins with. What is saved elsewhere later is taken up where nothing was typed over it. */
  saved: User | null;
};

const valuesOf = (saved: User | null) => ({
  education: saved?.education ?? '',
  location: saved?.location ?? '',
  phone: saved?.phone ?? '',
  social: saved?.social ?? '',
});

export function ProfileForm({ owner, saved }: Props) {
  const { displayName: name, email } = owner;
  const queryClient = useQueryClient();
  const form = useForm({
    mode: 'controlled',
    initialValues: valuesOf(saved),
    validate: schemaResolver(profileForm, { sync: true }),
  });
  useTypedAgain('profile', form);
  const isSaved = useSavedElsewhere(form, saved);
  const { asking } = useUnsaved(form.isDirty());
  const update = useChange({
    name: 'update profile',
    isRepeatable: true,
    call: (body: UpdateUser, key) => updateProfile(body, key),
    onSuccess: (_, { education, location, phone, social }) => {
      isSaved({ education, location, phone, social });
      form.resetDirty({ education, location, phone, social });
      void toast('Succesfully Added Info To Databases');
      void queryClient.invalidateQueries(profileQuery(email));
    },
    onError: (error) => {
      // Without a user the form is usually gone by now: the message must not go with it.
      if (error instanceof NoUserLoggedIn) void toast(error.message, 'error');
      else showUnderFields(form, error);
    },
  });

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => update.mutate({ ...values, name, email }),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <TextInput label="Name" value={name} readOnly variant="filled" />
      <TextInput label="Email" value={email} readOnly variant="filled" />
      {fields.map((field) => (
        <TextInput required key={field.name} {...field} {...form.getInputProps(field.name)} />
      ))}
      <FormError
        error={update.error instanceof NoUserLoggedIn ? null : update.error}
        fields={fields.map((field) => field.name)}
      />
      <BusyButton type="submit" isBusy={update.isPending}>
        Save
      </BusyButton>
      <UnsavedDialog asking={asking} />
    </form>
  );
}

type Values = ReturnType<typeof valuesOf>;
type Filled = Record<'resetDirty' | 'setValues', (values: Values) => void> & { getValues: () => Values };

/**
 * Without this, whoever saves one field puts back in the others what they have corrected in another tab.
 * @returns to be told what was saved here: as the shop has it, without blanks around it, say, it is taken up, too
 */
function useSavedElsewhere(form: Filled, saved: User | null): (values: Values) => void {
  const seen = useRef(valuesOf(saved));
  const { education, location, phone, social } = valuesOf(saved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another object each time, and the same form.
  useEffect(() => {
    const now = { education, location, phone, social };
    if (fields.every(({ name }) => seen.current[name] === now[name])) return;
    const values = { ...form.getValues() };
    for (const { name } of fields) if (values[name] === seen.current[name]) values[name] = now[name];
    seen.current = now;
    form.resetDirty(now);
    form.setValues(values);
  }, [education, location, phone, social]);
  return (values) => {
    seen.current = values;
  };
}
