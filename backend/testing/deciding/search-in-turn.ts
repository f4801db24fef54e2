/** As a shop has it, for specs of modules, which know nothing of what runs them. */
export { searchInTurn } from '../../runtime/scheduling/search-in-turn.ts';
