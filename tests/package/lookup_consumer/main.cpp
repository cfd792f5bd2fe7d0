// lookup_consumer DATASET ID: prints the text of the record with that id.
#include <iostream>

#include <corpack/dataset.hpp>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const corpack::Dataset dataset{argv[1]};
  const auto id = corpack::Id::parse(argv[2]);
  if (!id) return 2;
  const auto record = dataset.find(*id);
  if (!record) return 1;
  std::cout << record->text() << '\n';
}
