"""Reads all witnesses of a directory with parsers that nobody here wrote, and checks their structure.

Exit codes: 0 all are well-formed, 1 some are not, 77 a parser is missing.
"""
import hashlib
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

try:
    import yaml
except ImportError:
    print("Python has no yaml")
    sys.exit(77)

directory = pathlib.Path(sys.argv[1])
checked = 0


def require(condition, path, what):
    if not condition:
        sys.exit(f"{path.name}: {what}")


def location(path, place):
    require(set(place) <= {"file_name", "line", "column", "function"}, path, f"unknown key in {place}")
    source = (directory / place["file_name"]).read_text().splitlines()
    require(1 <= place["line"] <= len(source), path, "line")
    require(1 <= place["column"] <= len(source[place["line"] - 1]) + 1, path, "column")


def text_at(place):
    return (directory / place["file_name"]).read_text().splitlines()[place["line"] - 1][place["column"] - 1 :]


def check_waypoint(path, waypoint):
    """What version 2.0 of the format says of each type of waypoint."""
    require(set(waypoint) <= {"type", "action", "location", "constraint"}, path, f"unknown key in {waypoint}")
    kind, constraint, place = waypoint["type"], waypoint.get("constraint"), waypoint["location"]
    if kind == "target":
        require(constraint is None, path, f"{kind} has no constraint")
        require(text_at(place)[0] != "}", path, "not a statement or a full expression")
    if kind == "function_return":
        require(text_at(place)[0] == ")", path, "not the call's closing parenthesis")
        require(constraint["format"] == "acsl_expression", path, "format")
        require(re.fullmatch(r"\\result (==|!=|<=|<|>|>=) [-+()0-9a-zA-Z. ]+", constraint["value"]), path, "value")
    if kind == "branching":
        require(re.match(r"(if|while|for)\b", text_at(place)), path, "not at a branching")
        require(set(constraint) == {"value"} and constraint["value"] in ("true", "false"), path, "value")
    # The format has more; not every validator reads them.
    require(kind in ("target", "function_return", "branching"), path, "type")


def check_yaml(path):
    (entry,) = yaml.safe_load(path.read_text())
    meta = entry["metadata"]
    require(meta["format_version"] == "2.0", path, "version")
    require(re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", meta["uuid"]), path, "uuid")
    require(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", meta["creation_time"]), path, "time")
    require(set(meta["producer"]) >= {"name", "version"}, path, "producer")
    task = meta["task"]
    require(task["data_model"] in ("ILP32", "LP64") and task["language"] == "C", path, "task")
    for name in task["input_files"]:
        digest = hashlib.sha256((directory / name).read_bytes()).hexdigest()
        require(task["input_file_hashes"][name] == digest, path, "hash")
    if entry["entry_type"] == "violation_sequence":
        segments = entry["content"]
        for i, segment in enumerate(segments):
            waypoint = segment["segment"][-1]["waypoint"]
            require(waypoint["action"] == "follow", path, "a segment ends with a waypoint to follow")
            last = i + 1 == len(segments)
            require((waypoint["type"] == "target") == last, path, "the target is last, and only the last")
            check_waypoint(path, waypoint)
            location(path, waypoint["location"])
    else:
        require(entry["entry_type"] == "invariant_set", path, "entry type")
        for item in entry["content"]:
            invariant = item["invariant"]
            require(invariant["type"] == "loop_invariant" and invariant["format"] == "c_expression", path, "invariant")
            location(path, invariant["location"])
            place = invariant["location"]
            line = (directory / place["file_name"]).read_text().splitlines()[place["line"] - 1]
            require(re.match(r"(while|for|do)\b", line[place["column"] - 1:]), path, "not at a loop")


def check_graphml(path):
    space = "{http://graphml.graphdrawing.org/xmlns}"
    root = ElementTree.parse(path).getroot()
    keys = {key.get("id") for key in root.findall(f"{space}key")}
    graph = root.find(f"{space}graph")
    data = {d.get("key"): d.text for d in graph.findall(f"{space}data")}
    for needed in ("witness-type", "sourcecodelang", "producer", "specification", "programfile", "programhash", "architecture", "creationtime"):
        require(data.get(needed), path, needed)
    nodes = {node.get("id") for node in graph.findall(f"{space}node")}
    for edge in graph.findall(f"{space}edge"):
        require(edge.get("source") in nodes and edge.get("target") in nodes, path, "edge")
    for element in graph.iter(f"{space}data"):
        require(element.get("key") in keys, path, "key")
    violations = [d for d in graph.iter(f"{space}data") if d.get("key") == "violation"]
    require(len(violations) == (data["witness-type"] == "violation_witness"), path, "violation node")


for path in sorted(directory.glob("*.witness.yml")):
    check_yaml(path)
    checked += 1
for path in sorted(directory.glob("*.witness.graphml")):
    check_graphml(path)
    checked += 1
if checked == 0:
    sys.exit("no witnesses were found")
print(f"{checked} witnesses are well-formed")
