import { Answer } from './answer.tsx';
import { AnswersOnCode } from './answers-on-code.tsx';

/** Six answers and nothing to press. */
export function InterviewAnswers() {
  return (
    <>
      <Answer question="How would you improve the performance of a React application?">
        <p>
          By measuring first: the browser’s performance panel and React’s profiler say whether the time goes into
          loading, into rendering or into waiting for the server. Each has its own remedy.
        </p>
        <p>
          For loading, send less: split the code by route, import single functions instead of whole libraries, give
          pictures a size and a modern format, and let the browser cache what has a hash in its name. For rendering, do
          less: keep state close to where it is used, so that a change redraws little; give list items stable keys; show
          long lists a window at a time; memoise what is measured to be expensive, or let the React compiler do it; mark
          updates that may wait as transitions. For waiting, ask early, cache answers, and avoid requests that only
          start when another one has ended.
        </p>
      </Answer>
      <Answer question="What are the ways to manage state in a React application?">
        <p>It depends on whose state it is.</p>
        <ul>
          <li>
            What one component alone needs is kept in it, with <code>useState</code>, or <code>useReducer</code> when
            the changes have rules.
          </li>
          <li>What two components need is lifted to their nearest common parent and handed down.</li>
          <li>
            What many need and seldom changes, such as the language or the theme, goes through context, since everything
            that reads a context renders again when it changes.
          </li>
          <li>
            What many need and often changes belongs in a store outside React (Redux, Zustand, MobX), from which each
            component subscribes to its own slice.
          </li>
          <li>
            What belongs to the server is not the application’s state but a copy: a query library fetches it, caches it
            and knows when it is stale.
          </li>
          <li>
            What a link should be able to bring back, such as a search or a page number, belongs in the address bar.
          </li>
        </ul>
      </Answer>
      <AnswersOnCode />
    </>
  );
}
