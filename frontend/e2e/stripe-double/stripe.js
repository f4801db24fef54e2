// Stands in for Stripe.js, which cannot be reached from tests: the same calls, frames of the same hosts, and what it was
// called with in `window.stripeCalls`. https://docs.stripe.com/js
const calls = [];
window.stripeCalls = calls;

/** A frame of Stripe's, and the next message of it that is of a kind. */
function frameOf(src, title, place) {
  const frame = document.createElement('iframe');
  Object.assign(frame, { src, title, allow: 'payment *' });
  place.append(frame);
  return {
    frame,
    heard: (kind) =>
      new Promise((resolve) => {
        window.addEventListener('message', function listener({ source, data }) {
          if (source !== frame.contentWindow || data.kind !== kind) return;
          window.removeEventListener('message', listener);
          resolve(data);
        });
      }),
  };
}

function paymentElement() {
  const listeners = {};
  const tell = (event, detail = {}) => {
    for (const listener of listeners[event] ?? []) listener({ elementType: 'payment', ...detail });
  };
  let fields;
  let link;
  const remove = () => {
    fields?.frame.remove();
    link?.frame.remove();
  };
  return {
    mount(place) {
      if (window.stripeCannotShow) {
        setTimeout(() => tell('loaderror', { error: { type: 'api_error', message: window.stripeCannotShow } }));
        return;
      }
      fields = frameOf('https://js.stripe.com/fields.html', 'Secure payment input frame', place);
      link = frameOf('https://checkout.link.com/link.html', 'Link', place);
      fields.heard('ready').then(() => tell('ready'));
    },
    destroy: remove,
    unmount: remove,
    update: () => undefined,
    on(event, listener) {
      listeners[event] ??= new Set();
      listeners[event].add(listener);
    },
    off: (event, listener) => listeners[event]?.delete(listener),
    typed() {
      const answer = fields.heard('typed');
      fields.frame.contentWindow.postMessage('what is typed?', '*');
      return answer;
    },
  };
}

function stripe(key) {
  calls.push({ name: 'Stripe', key });

  const idOf = (clientSecret) => clientSecret.split('_secret_')[0];
  async function ask(path, form) {
    const query = new URLSearchParams({ key, ...form });
    const isPost = form.client_secret !== undefined && path.includes('/');
    const address = `https://api.stripe.com/v1/payment_intents/${path}`;
    const response = isPost
      ? await fetch(address, { method: 'POST', body: query })
      : await fetch(`${address}?${query}`);
    const answer = await response.json();
    return answer.error ? { error: answer.error } : { paymentIntent: answer };
  }

  async function challenged(clientSecret) {
    const dialog = frameOf('https://hooks.stripe.com/challenge.html', '3-D Secure', document.body);
    const { outcome } = await dialog.heard('challenge');
    dialog.frame.remove();
    const { paymentIntent } = await ask(`${idOf(clientSecret)}/authenticate`, { client_secret: clientSecret, outcome });
    return paymentIntent.last_payment_error ? { error: paymentIntent.last_payment_error } : { paymentIntent };
  }

  return {
    elements(options) {
      calls.push({ name: 'elements', options });
      let element;
      return {
        clientSecret: options.clientSecret,
        create(type, options) {
          calls.push({ name: 'create', type, options });
          element = paymentElement();
          return element;
        },
        getElement: () => element ?? null,
        update: async (options) => calls.push({ name: 'update', options }),
        submit: async () => ({}),
      };
    },
    async confirmPayment({ elements, confirmParams, redirect }) {
      calls.push({ name: 'confirmPayment', confirmParams, redirect });
      const { clientSecret } = elements;
      const { number, isAtBank } = await elements.getElement('payment').typed();
      const answer = await ask(`${idOf(clientSecret)}/confirm`, {
        client_secret: clientSecret,
        return_url: confirmParams.return_url,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2040',
        'payment_method_data[card][cvc]': '123',
      });
      if (isAtBank) {
        const back = new URLSearchParams({
          payment_intent: idOf(clientSecret),
          payment_intent_client_secret: clientSecret,
          redirect_status: answer.error ? 'failed' : 'succeeded',
        });
        window.location.assign(`${confirmParams.return_url}?${back}`);
        return new Promise(() => undefined);
      }
      return answer.paymentIntent?.status === 'requires_action' ? challenged(clientSecret) : answer;
    },
    retrievePaymentIntent: (clientSecret) => ask(idOf(clientSecret), { client_secret: clientSecret }),
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
}

// The version is the one that was asked for: @stripe/stripe-js complains about another.
window.Stripe = Object.assign(stripe, { version: new URL(document.currentScript.src).pathname.split('/')[1] });
