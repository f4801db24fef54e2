import type { ToolSuggestion } from './contract.ts';
import type { Finds, Shelf } from './shelf.ts';

/** How many there are at most, of these how many categories, and among how many finds names of their own are looked for. */
const most = { all: 8, categories: 3, finds: 100 };

/** What somebody may mean who has typed these words: categories, and names of tools, each once. */
export function suggestionsFor(shelf: Shelf, words: readonly string[], { numbers }: Finds): ToolSuggestion[] {
  const keys = shelf.categories.find(words, most.categories);
  const categories = keys.map((key) => ({
    kind: 'category' as const,
    text: shelf.categories.nameOf(key),
    count: shelf.categories.countOf(key),
  }));
  const names = new Map<string, ToolSuggestion>();
  for (const number of numbers.slice(0, most.finds)) {
    if (names.size + categories.length === most.all) break;
    const tool = shelf.at(number);
    if (!tool || names.has(tool.name)) continue;
    const { name: text } = JSON.parse(tool.text);
    names.set(tool.name, { kind: 'tool', text, toolId: tool.id });
  }
  return [...categories, ...names.values()];
}
