export function memoizeByKey<T, K = string>(ask: (key: K) => T): (key: K) => T {
  const answers = new Map<K, T>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined || answers.has(key)) {
      return known as T;
    }
    const answer = ask(key);
    answers.set(key, answer);
    return answer;
  };
}
