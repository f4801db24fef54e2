import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { SignedInUser } from '../../../../modules/identity/contract.ts';
import { profileForm, type UpdateUser, type User } from '../../../../modules/users/contract.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { FormError } from '../../components/form-error.tsx';
import { UnsavedDialog } from '../../components/unsaved-dialog.tsx';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { showUnderFields } from '../../lib/show-under-fields.ts';
import { toast } from '../../lib/toast.ts';
import { useTypedAgain } from '../../lib/typed-before.ts';
import { useChange } from '../../lib/use-change.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';
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
  /** What the form begins with. Later changes of it do not touch what has been typed. */
  saved: User | null;
};

export function ProfileForm({ owner, saved }: Props) {
  const { displayName: name, email } = owner;
  const queryClient = useQueryClient();
  const form = useForm({
    mode: 'controlled',
    initialValues: {
      education: saved?.education ?? '',
      location: saved?.location ?? '',
      phone: saved?.phone ?? '',
      social: saved?.social ?? '',
    },
    validate: schemaResolver(profileForm, { sync: true }),
  });
  useTypedAgain('profile', form);
  const { asking } = useUnsaved(form.isDirty());
  const update = useChange({
    name: 'update profile',
    isRepeatable: true,
    call: (body: UpdateUser, key) => updateProfile(body, key),
    onSuccess: (_, { education, location, phone, social }) => {
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
