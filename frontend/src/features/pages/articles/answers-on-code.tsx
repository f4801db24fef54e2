import { Answer } from './answer.tsx';

const inheritance = `const tool = { describe() { return \`a \${this.name}\`; } };
const hammer = Object.create(tool);
hammer.name = 'hammer';

hammer.describe();              // 'a hammer'
Object.hasOwn(hammer, 'describe'); // false: found on its prototype`;

const search = `function searchByName(products, text) {
  const wanted = text.trim().toLocaleLowerCase();
  return products.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
}`;

const setting = `setCount((count) => count + 1);
setCart((cart) => [...cart, product]);`;

export function AnswersOnCode() {
  return (
    <>
      <Answer question="How does prototypal inheritance work?" code={inheritance}>
        <p>
          Every object in JavaScript has a hidden link to another object, its prototype, or to null. Reading a property
          that the object does not have itself goes on to the prototype, then to that one’s prototype, until it is found
          or the chain ends with undefined. Writing always happens on the object itself. A function called through the
          chain gets the object it was called on as <code>this</code>, so one function serves many objects. Classes are
          a notation for it: methods stand on the constructor’s prototype property, and <code>extends</code> links two
          prototypes.
        </p>
      </Answer>
      <Answer question="Why do you not set the state directly in React?" code={setting}>
        <p>
          Because React would not hear of it. A component is drawn from its state when a setter is called; an assignment
          changes a variable and nothing else, and the next drawing starts from the state React holds. Changing an
          object in place is worse still: old and new are then the same object, so comparisons that decide whether to
          draw again find no difference, and a drawing that is under way may show half of each. So one gives the setter
          a new value, or a function of the value before when the new one depends on it.
        </p>
      </Answer>
      <Answer question="How would you search an array of products by name?" code={search}>
        <p>
          With <code>filter</code>, which keeps what a condition is true of and leaves the array as it was, after
          bringing both sides to one case. <code>find</code> does the same where only the first match is wanted. It
          looks at every product once, which is right for a few thousand; beyond that the search belongs on the server,
          with an index.
        </p>
      </Answer>
      <Answer question="What is a unit test, and why write them?">
        <p>
          A unit test runs one small piece of a program by itself (a function, a component) and checks that for a given
          input it does what it should. It is quick and needs no network and no database, so it can run at every change.
        </p>
        <p>
          It finds a mistake where it was made and within seconds, rather than in the shop and after a day. It allows
          changing code without fear, it shows by example how the code is meant to be used, and code that is easy to
          test tends to be well divided. It does not show that the pieces fit together: that is for a few tests of the
          whole.
        </p>
      </Answer>
    </>
  );
}
