export default {
  singleQuote: true,
  printWidth: 110,
  // A manifest of VS Code is read from the top
  sortPackageJson: false,
  ignorePatterns: ['package-lock.json'],
};
