import { Button, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { profileForm, type UpdateUser } from '../../../../modules/users/contract.ts';
import { FormError } from '../../components/form-error.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { change } from '../../lib/api.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { toast } from '../../lib/toast.ts';
import { useChange } from '../../lib/use-change.ts';
import { useSession } from '../../lib/use-session.ts';

const fields = [
  { name: 'education', label: 'Education', autoComplete: 'off', type: 'text' },
  { name: 'location', label: 'Location', autoComplete: 'street-address', type: 'text' },
  { name: 'phone', label: 'Phone', autoComplete: 'tel', type: 'tel' },
  { name: 'social', label: 'Profile link', autoComplete: 'url', type: 'url', placeholder: 'https://…' },
] as const;

export function MyProfilePage() {
  const session = useSession();
  const update = useChange({
    call: (body: UpdateUser, key) => change('/updateuser', { method: 'POST', body, key }),
    onSuccess: () => void toast('Succesfully Added Info To Databases'),
  });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { education: '', location: '', phone: '', social: '' },
    validate: schemaResolver(profileForm, { sync: true }),
  });
  if (!session) return null;
  const { displayName: name, email } = session;

  return (
    <>
      <PageHead title="My Profile" />
      <Panel>
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
            <TextInput required key={form.key(field.name)} {...field} {...form.getInputProps(field.name)} />
          ))}
          <FormError error={update.error} />
          <Button type="submit" loading={update.isPending}>
            Save
          </Button>
        </form>
      </Panel>
    </>
  );
}
