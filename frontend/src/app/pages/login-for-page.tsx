import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { ToolPicture } from '../../features/catalog/tool-picture.tsx';
import { takeKnownTool, toolQuery } from '../../features/catalog/tool-query.ts';
import { useCameFrom } from '../../features/identity/signing-in/came-from.ts';
import { LoginPage } from '../../features/identity/signing-in/login-page.tsx';
import { useDeviceCart } from '../../lib/device/use-device-cart.ts';
import classes from './login-for-page.module.css';
import { toolIn } from './tool-in.ts';

const setupLead =
  'Log in or sign up to set up your shop. Then type the code from the terminal in which it was started.';

/** The login, which says for what one has to log in where that is a tool, the cart, or the setting up of the shop. */
export function LoginForPage() {
  takeKnownTool(useQueryClient());
  const from = useCameFrom();
  const hasCart = useDeviceCart().lines.length > 0;
  const id = from && toolIn(from);
  const { data: tool, isError } = useQuery({ ...toolQuery(id ?? ''), enabled: id !== undefined, retry: false });
  if (from === pages.setup) return <LoginPage cameFor={<p className={classes.setup}>{setupLead}</p>} />;
  if (hasCart && (from === pages.checkout || from === pages.cart)) {
    return <LoginPage cameFor={<p className={classes.setup}>Log in to order what is in your cart.</p>} />;
  }
  if (!id || isError) return <LoginPage />;
  // Its place is kept while the tool is on the way, so that nobody presses what has moved.
  return (
    <LoginPage
      cameFor={
        <div className={classes.tool} role="status">
          {tool && (
            <>
              <span className={classes.picture}>
                <ToolPicture tool={tool} loading="eager" />
              </span>
              <p>
                Log in to see{' '}
                <strong>
                  <bdi dir="auto">{tool.name}</bdi>
                </strong>
              </p>
            </>
          )}
        </div>
      }
    />
  );
}
